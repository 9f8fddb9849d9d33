/* Every page is complete without this file. It remembers the choice of colours; on the page of all benchmarks it
   filters, sorts, compares and saves. Numbers are exact: BigInt, medians doubled so that a half stays whole. */
(function () {
  'use strict';

  // Colours
  try {
    const key = 'fairtrial-scheme';
    const chosen = document.getElementById(localStorage.getItem(key) || '');
    if (chosen && chosen.name === 'scheme') chosen.checked = true;
    for (const radio of document.querySelectorAll('input[name=scheme]')) {
      radio.addEventListener('change', () => localStorage.setItem(key, radio.id));
    }
  } catch (error) { /* storage is off: the choice lasts for this page */ }

  const block = document.getElementById('explore-data');
  if (!block) return;

  // Data
  const data = JSON.parse(block.textContent);
  const area = document.getElementById('explore');
  const find = (css, root = document) => [...root.querySelectorAll(css)];
  const tableOf = cohort => `${cohort.kind}-${cohort.fixture ? 'fixtures' : 'results'}`;
  const kinds = data.kinds;
  const measures = Object.fromEntries(data.measures.map(([id, heading, unit]) => [id, { heading, unit }]));
  const placeOf = (kind, id) => kinds[kind].measures.indexOf(id);
  const rows = data.rows.map(raw => {
    const cohort = data.cohorts[raw[0]];
    const [suite, task, status, stop, verdict] = raw.slice(2, 7).map(at => data.texts[at]);
    return {
      raw, cohort, run: raw[1], suite, task, status, stop, verdict, address: `${suite}--${raw[1]}`,
      reviewed: !!(raw[7] & 1), lost: !!(raw[7] & 2),
    };
  });
  const byCohort = new Map(data.cohorts.map(cohort => [cohort.id, cohort]));
  for (const cohort of data.cohorts) cohort.rows = [];
  for (const row of rows) row.cohort.rows.push(row);
  const valueOf = (row, id) => {
    const at = placeOf(row.cohort.kind, id);
    return at < 0 ? undefined : row.raw[at + 8];
  };

  const published = (cohort, id) => cohort.medians[placeOf(cohort.kind, id)];

  // Exact numbers: `twice` is a BigInt, the double of the value
  const grouped = digits => String(digits).replace(/\B(?=(\d{3})+$)/g, ',');
  const twiceOf = text => (text ? 2n * BigInt(text.replace('.5', '')) + (text.includes('.') ? 1n : 0n) : null);
  const exact = twice => `${twice / 2n}${twice % 2n ? '.5' : ''}`;
  function decimals(scaled, places) {
    const text = String(scaled).padStart(places + 1, '0');
    return `${grouped(text.slice(0, -places))}.${text.slice(-places)}`;
  }
  function dollars(twice) {
    const unit = 1000000n;
    if (twice > 0n && twice < 20n * unit) {
      return `0.${String(twice * 5n).padStart(11, '0')}`.replace(/0+$/, '');
    }
    return decimals((twice + unit) / (2n * unit), 4);
  }
  function printed(twice, unit) {
    if (unit === 'ms') return decimals((twice + 1n) / 2n, 3);
    if (unit === 'ticks') return dollars(twice);
    return grouped(twice / 2n) + (twice % 2n ? '.5' : '');
  }
  function medianTwice(values) {
    const sorted = values.map(BigInt).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const half = sorted.length >> 1;
    return sorted.length % 2 ? 2n * sorted[half] : sorted[half - 1] + sorted[half];
  }
  const knownAs = (twice, id) => ({ state: 'known', twice, median: exact(twice), words: printed(twice, measures[id].unit) });
  /** Median of all attempted runs, or the words in its place; the published one where the page has no rows. */
  function summary(cohort, id) {
    if (placeOf(cohort.kind, id) < 0) return { state: 'not_measured', words: 'not measured' };
    const attempted = cohort.rows.filter(row => row.status !== 'not_started');
    const known = attempted.map(row => valueOf(row, id)).filter(value => value !== null);
    const n = attempted.length;
    if (!n && published(cohort, id)) return knownAs(twiceOf(published(cohort, id)), id);
    if (!n) return { state: 'no_runs', words: rows.length ? '[X]' : 'see its page' };
    const lost = id === 'quality' ? attempted.filter(row => row.lost).length : 0;
    if (id === 'quality' && !lost && known.length < n) {
      return { state: 'pending', words: `pending, ${known.length} of ${n} reviewed` };
    }
    const unknown = lost || n - known.length;
    if (unknown) {
      return { state: 'unavailable', words: `unavailable, ${unknown} of ${n} ${lost ? 'artifact lost' : 'not reported'}` };
    }
    return knownAs(medianTwice(known), id);
  }
  function change(base, other) {
    if (base.state !== 'known' || other.state !== 'known') return '';
    if (!base.twice) return 'zero base';
    const difference = other.twice - base.twice;
    const size = difference < 0n ? -difference : difference;
    const tenths = (2000n * size + base.twice) / (2n * base.twice);
    return `${!tenths ? '' : difference < 0n ? '\u2212' : '+'}${decimals(tenths, 1)} %`;
  }

  // State: lives in the address
  const filters = ['records', 'protocol', 'provider', 'model', 'source', 'settings'];
  const hiders = ['status', 'reviewed', 'q'];
  const names = [...filters, ...hiders, 'sort', 'cols', 'compare'];
  let state = {};
  function read() {
    const given = new URLSearchParams(location.search);
    state = Object.fromEntries(names.map(name => [name, given.get(name) || '']));
  }
  function query() {
    const given = new URLSearchParams();
    for (const name of names) if (state[name]) given.set(name, state[name]);
    return String(given);
  }
  function set(changes, how) {
    Object.assign(state, changes);
    const text = query();
    if (text !== location.search.slice(1)) {
      history[how || 'pushState'](null, '', location.pathname + (text && `?${text}`) + location.hash);
    }
    apply();
  }
  const list = name => state[name].split(',').filter(Boolean);

  // Choosing
  function isChosen(cohort) {
    const hashes = { protocol: cohort.protocol, source: cohort.source[1], settings: cohort.settings[1] };
    const words = { ...cohort, protocol: cohort.kind, records: tableOf(cohort).split('-')[1] };
    return filters.every(name => {
      const value = state[name];
      return !value || words[name] === value || (name in hashes && hashes[name].startsWith(value));
    });
  }
  const choose = () => new Set(data.cohorts.filter(isChosen));
  function isShown(row) {
    if (state.status && row.status !== state.status) return false;
    if (state.reviewed && row.reviewed !== (state.reviewed === 'yes')) return false;
    const words = [row.address, row.cohort.title, row.task, row.status, row.stop, row.verdict].join(' ').toLowerCase();
    return state.q.toLowerCase().split(/\s+/).every(word => words.includes(word));
  }

  // Drawing
  function make(tag, given, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(given || {})) if (value) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }
  const up = find('.brand')[0].getAttribute('href').replace('index.html', '');
  const cohortLink = cohort => make('a', { href: `${up}benchmarks/cohorts/${cohort.id}.html` }, cohort.title);
  function cellText(row, id) {
    const value = valueOf(row, id);
    if (value === undefined) return '';
    if (value !== null) return printed(2n * BigInt(value), measures[id].unit);
    if (row.status === 'not_started') return 'not started';
    if (row.lost && (id === 'points' || id === 'quality')) return 'artifact lost';
    return id === 'quality' ? 'pending' : 'not reported';
  }
  /** Put children in order; where they are, none is moved, so that it keeps the focus. */
  function arrange(parent, wanted) {
    const now = [...parent.children];
    if (now.length !== wanted.length || now.some((child, at) => child !== wanted[at])) parent.replaceChildren(...wanted);
  }
  /** Sort by a key; items without one stay last. */
  function sortedBy(items, get) {
    const way = state.sort.startsWith('-') ? -1 : 1;
    const keyed = items.map(item => [get(item), item]).filter(one => one[0] !== null);
    keyed.sort((a, b) => (a[0] < b[0] ? -way : a[0] > b[0] ? way : 0));
    return [...new Set([...keyed.map(one => one[1]), ...items])];
  }
  const sortKey = () => {
    const key = state.sort.replace('-', '');
    return key in {} ? '' : key;
  };
  function rowKey(row) {
    const key = sortKey();
    const text = { run: row.run, cohort: row.cohort.title, task: row.task, end: row.stop, verdict: row.verdict }[key];
    if (text !== undefined) return text;
    const value = valueOf(row, key);
    return value || value === 0 ? BigInt(value) : null;
  }
  function columnsOf(kind) {
    const wanted = list('cols');
    return wanted.length ? kinds[kind].measures.filter(id => wanted.includes(id)) : kinds[kind].columns;
  }
  function headers(table) {
    for (const head of find('thead th[data-k]', table)) {
      const key = head.dataset.k;
      if (!find('button', head).length) {
        const button = make('button', { type: 'button', class: 'sort' }, ...head.childNodes);
        button.addEventListener('click', () => {
          set({ sort: state.sort === key ? `-${key}` : state.sort === `-${key}` ? '' : key });
        });
        head.append(button);
      }
      head.removeAttribute('aria-sort');
      if (sortKey() === key) head.setAttribute('aria-sort', state.sort === key ? 'ascending' : 'descending');
    }
  }
  function drawRuns(box, chosen) {
    const kind = box.dataset.runs.split('-')[0];
    const table = find('table', box)[0];
    let shown = rows.filter(row => tableOf(row.cohort) === box.dataset.runs && chosen.has(row.cohort) && isShown(row));
    find('summary', box)[0].textContent = `Runs, one row each: ${grouped(shown.length)}`;
    headers(table);
    const wanted = query();
    if (!box.open || (box.drawn || '') === wanted) return;
    box.drawn = wanted;
    if (sortKey()) shown = sortedBy(shown, rowKey);
    const columns = columnsOf(kind);
    const fixed = find('th[data-k]', table).filter(head => !measures[head.dataset.k]);
    arrange(table.tHead.rows[0], [...fixed, ...columns.map(id => find(`th[data-k=${id}]`, table)[0] ||
      make('th', { scope: 'col', class: 'n', 'data-k': id }, measures[id].heading))]);
    headers(table);
    table.tBodies[0].replaceChildren(...shown.map(row => make('tr', null,
      make('th', { scope: 'row' }, make('a', { href: `${up}benchmarks/runs/${row.address}.html` }, row.run)),
      ...[row.cohort.title, row.task, row.stop, row.verdict].slice(0, fixed.length - 1).map(one => make('td', null, one)),
      ...columns.map(id => make('td', { class: 'n' }, cellText(row, id))))));
  }
  function drawCohorts(chosen) {
    for (const box of find('[data-table]')) {
      const lines = find('tr[data-c]', box);
      const cohortOf = line => byCohort.get(line.dataset.c);
      const left = lines.map(cohortOf).filter(one => chosen.has(one));
      for (const line of lines) line.hidden = !left.includes(cohortOf(line));
      box.hidden = !left.length;
      box.nextElementSibling.hidden = !box.hidden;
      headers(lines[0].closest('table'));
      const key = sortKey();
      box.lines = box.lines || lines;
      const sum = name => grouped(left.reduce((total, one) => total + one[name], 0));
      const counts = find('[data-counts]', box)[0];
      box.counts = box.counts || counts.textContent;
      counts.textContent = left.length === lines.length ? box.counts :
        `${left.length} of ${lines.length} cohorts: ${sum('attempted')} attempted, ${sum('failed')} failed.`;
      const keyOf = line => (key === 'cohort' ? cohortOf(line).title : twiceOf(published(cohortOf(line), key)));
      arrange(lines[0].parentNode, key ? sortedBy(box.lines, keyOf) : box.lines);
      for (const link of find('.scatter a', box)) {
        const id = link.getAttribute('href').replace(/^.*\/|\.html$/g, '');
        link.classList.toggle('dim', !chosen.has(byCohort.get(id)));
      }
    }
  }
  /** Fixtures are never set beside results: the first one marked decides, others of its sort stand beside it. */
  function compared() {
    const marked = [...new Set(list('compare'))].filter(id => byCohort.has(id)).map(id => byCohort.get(id));
    return marked.filter(one => one.fixture === marked[0].fixture).slice(0, 4);
  }
  function drawCompared() {
    const chosen = compared();
    for (const box of find('input[name=compare]')) {
      const one = byCohort.get(box.value);
      box.checked = chosen.includes(one);
      box.disabled = !box.checked && !!chosen.length && (chosen.length > 3 || one.fixture !== chosen[0].fixture);
    }
    const target = document.getElementById('compared');
    target.replaceChildren(...(chosen.length === 1 ?
      ['Mark another cohort to compare. Fixtures and results are never set side by side.'] : []));
    if (chosen.length < 2) return;
    const differs = data.aspects.map((name, at) => [name, one => one.has[at]])
      .filter(([, get]) => new Set(chosen.map(get)).size > 1);
    const line = (name, cells, css) => make('tr', null, make('th', { scope: 'row' }, name),
      ...cells.map((cell, at) => make('td', { class: css, 'data-h': chosen[at].title }, ...[].concat(cell))));
    const wanted = Object.keys(measures).filter(id => chosen.some(one => placeOf(one.kind, id) >= 0));
    const body = make('tbody', null,
      ...differs.map(([name, get]) => line(`Differs in ${name}`, chosen.map(get), 'wd')),
      line('Attempted', chosen.map(one => grouped(one.attempted)), 'n'),
      line('Failed', chosen.map(one => grouped(one.failed)), 'n'),
      line('Passed all checks, or resolved', chosen.map(one => one.rate), 'n'),
      ...wanted.map(id => {
        const found = chosen.map(one => summary(one, id));
        return line(measures[id].heading, found.map((one, at) => {
          const alike = at && chosen[at].kind === chosen[0].kind && chosen[at].task === chosen[0].task;
          const beside = alike ? change(found[0], one) : '';
          return beside ? [one.words, make('small', null, beside)] : one.words;
        }), 'n');
      }));
    const said = `They differ in ${differs.map(one => one[0]).join(', ')}. Medians of all attempted runs, computed ` +
      'in this page; below, the difference from the first one where task and protocol are equal.';
    target.append(make('div', { class: 'wide' }, make('table', { class: 'stack mid' },
      make('caption', null, `${chosen.length} cohorts side by side `, make('small', null, said)),
      make('thead', null, make('tr', null, make('th', { scope: 'col' }, 'Measure'),
        ...chosen.map(one => make('th', { scope: 'col', class: 'n' }, cohortLink(one))))), body)));
  }

  // What is said of the view: medians computed again, and compared with the published ones
  function check(chosen) {
    let equal = 0;
    const wrong = [];
    for (const cohort of chosen) {
      for (const id of kinds[cohort.kind].measures) {
        const found = summary(cohort, id).median;
        if (found != published(cohort, id)) wrong.push(`${cohort.title}, ${measures[id].heading}`); // null is undefined
        else if (found) equal += 1;
      }
    }
    if (wrong.length) return `These medians differ from the published ones: ${wrong.join('; ')}.`;
    return equal ? `Medians computed again from these runs, all equal to the published ones: ${equal}.` : '';
  }
  function apply() {
    const chosen = choose();
    for (const name of [...filters, ...hiders]) {
      const control = find(`[name=${name}]`, area)[0];
      if (control && control.value !== state[name]) control.value = state[name];
    }
    const columns = new Set(Object.keys(kinds).flatMap(columnsOf));
    for (const box of find('[name=cols]', area)) box.checked = columns.has(box.value);
    drawCohorts(chosen);
    drawCompared();
    const boxes = find('[data-runs]');
    if (hiders.some(name => state[name])) for (const box of boxes) box.open = true;
    for (const box of boxes) drawRuns(box, chosen);
    const shown = rows.filter(row => chosen.has(row.cohort) && isShown(row)).length;
    const counted = rows.length ? `, ${grouped(shown)} of ${grouped(rows.length)} records` : '';
    const checked = rows.length && filters.some(name => state[name]) ? ` ${check(chosen)}` : '';
    document.getElementById('said').textContent =
      `${chosen.size} of ${data.cohorts.length} cohorts${counted}.${checked}`;
  }

  // Saving the view
  const shownRows = () => rows.filter(row => isChosen(row.cohort) && isShown(row)).map(record);
  function record(row) {
    const { cohort } = row;
    const found = { cohort: cohort.id, address: row.address, suite: row.suite, run: row.run, kind: cohort.kind,
      fixture: cohort.fixture, status: row.status, stop: row.stop, task: row.task, provider: cohort.provider,
      model: cohort.model, settings: cohort.settings[0], source: cohort.source[0], source_hash: cohort.source[1],
      protocol: cohort.protocol, verdict: row.verdict || null, reviewed: row.reviewed };
    for (const id of kinds[cohort.kind].measures) found[id] = valueOf(row, id);
    return found;
  }
  function csv(records) {
    const columns = [...new Set(records.flatMap(Object.keys))];
    const quoted = value => {
      if (value === null || value === undefined) return '';
      const live = typeof value === 'string' && /^[=+\-@\t\n\r'\uff1d\uff0b\uff0d\uff20]/.test(value);
      const text = `${live ? "'" : ''}${value}`; // a spreadsheet would run a text that begins so
      return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
    };
    const lines = [columns, ...records.map(one => columns.map(name => one[name]))];
    return lines.map(line => `${line.map(quoted).join(',')}\n`).join('');
  }
  function json() {
    const cohorts = [...choose()].map(one => ({ id: one.id, title: one.title,
      medians: Object.fromEntries(kinds[one.kind].measures.map(id => {
        const found = summary(one, id);
        return [id, { state: found.state, median: found.median || null }];
      })) }));
    return JSON.stringify({ data_set: data.data_set, view: query(), cohorts, rows: shownRows() }, null, 1) + '\n';
  }
  function save(name, type, text) {
    make('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name }).click();
  }

  // Controls
  for (const line of find('tr[data-c]')) {
    const cohort = byCohort.get(line.dataset.c);
    const box = make('input', { type: 'checkbox', name: 'compare', value: cohort.id });
    const rest = make('span', { class: 'vh' }, ` ${cohort.title}`);
    line.cells[0].append(make('label', { class: 'mark' }, box, ' compare', rest));
    box.addEventListener('change', () => {
      const others = compared().filter(one => one !== cohort);
      set({ compare: [...others, ...(box.checked ? [cohort] : [])].map(one => one.id).join(',') });
    });
  }
  for (const control of find('select', area)) {
    control.addEventListener('change', () => set({ [control.name]: control.value }));
  }
  for (const search of find('[name=q]', area)) {
    let waiting;
    const take = () => {
      clearTimeout(waiting);
      set({ q: search.value }, 'replaceState');
    };
    search.addEventListener('change', take);
    search.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = setTimeout(take, 150);
    });
  }
  for (const box of find('[name=cols]', area)) {
    box.addEventListener('change', () => set({ cols: find('[name=cols]:checked', area).map(one => one.value).join(',') }));
  }
  for (const box of find('[data-runs]')) box.addEventListener('toggle', () => drawRuns(box, choose()));
  const press = (id, act) => document.getElementById(id).addEventListener('click', act);
  press('clear', () => set(Object.fromEntries(names.map(name => [name, '']))));
  press('as-csv', () => save('fairtrial-view.csv', 'text/csv', csv(shownRows())));
  press('as-json', () => save('fairtrial-view.json', 'application/json', json()));
  addEventListener('popstate', () => { read(); apply(); });
  area.hidden = false;
  read();
  apply();
}());
