/** Elements and attributes that a message may keep. No forms, no scripts, no frames, no media, no SVG or MathML. */
export const allowedTags: string[] = (
  "html head body a abbr acronym address area article aside b bdi bdo big blockquote br caption center cite code col " +
  "colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd " +
  "li main map mark menu nav nobr ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table " +
  "tbody td tfoot th thead time tr tt u ul var wbr"
).split(" ");

export const allowedAttributes: string[] = (
  "align alt bgcolor border cellpadding cellspacing class color cols colspan compact coords dir face height hidden href " +
  "hspace " +
  "id lang name noshade nowrap open reversed rowspan rules scope shape size span src start style text title type usemap " +
  "valign value vspace width data-adapted data-blocked data-drawing data-leads-to data-own data-image data-anchor data-quote"
).split(" ");

/** Elements whose content goes with them; of all others that are not allowed the content stays. */
export const droppedWithContent: string[] = (
  "applet audio canvas colgroup datalist embed frame frameset iframe math noembed noframes noscript object optgroup " +
  "option param plaintext script select style svg template textarea title video x-template xmp"
)
  .split(" ")
  .filter((tag) => !allowedTags.includes(tag));
