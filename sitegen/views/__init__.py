"""Front, right and isometric pictures of a saved FORM document, as SVG and PNG; `draw` has the two functions.

The way of the data: a document's visible parts become a `scene` seen by a camera of `projection`. `arrangement` finds
out which parts are seen and in what order they may be painted (`silhouettes`, `order`), and what must be cut away
because no order would do (`occlusion`). From that come the filled regions (`bands`, in the colours of `shading`), the
ink (`lines`, `seams`, `chain`) and the `shadow`; `paths` and `picture` write them down.
"""
