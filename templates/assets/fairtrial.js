/* Fairtrial: remembers the choice of colours. Every page is complete without it. */
(function () {
  'use strict';
  var name = 'fairtrial-scheme';
  try {
    var saved = localStorage.getItem(name);
    var chosen = saved && document.getElementById(saved);
    if (chosen && chosen.name === 'scheme') { chosen.checked = true; }
    document.querySelectorAll('input[name=scheme]').forEach(function (radio) {
      radio.addEventListener('change', function () { localStorage.setItem(name, radio.id); });
    });
  } catch (error) { /* storage is off: the choice lasts for this page */ }
}());
