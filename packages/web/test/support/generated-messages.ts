/** Messages made up from a seed: each word of its own, under tricks that hide it, seem to hide it, or bring it back. */

export interface GeneratedMessage {
  html: string;
  /** The words that can be seen, in order. */
  visible: string[];
  hidden: string[];
}

export interface Trick {
  /** With a name of its own for its rules. */
  wrap(inner: string, name: string): { html: string; css?: string };
  hides: boolean;
  /** It is hidden though some pixels are painted, or are out of sight. */
  isFaint?: true;
  /** What floats in it would leave it. */
  isLeaf?: true;
}

const styled = (style: string, hides: boolean, tag = "div"): Trick => ({
  wrap: (inner) => ({ html: `<${tag} style="${style}">${inner}</${tag}>` }),
  hides,
});

const ruled = (rule: (name: string) => string, hides: boolean, attributes = ""): Trick => ({
  wrap: (inner, name) => ({ html: `<div class="${name}" ${attributes}>${inner}</div>`, css: rule(name) }),
  hides,
});

export const tricks: Record<string, Trick> = {
  none: styled("display:none", true),
  "none by a class": ruled((name) => `.${name}{display:none}`, true),
  "none by an attribute": ruled((name) => `div[title="${name}"]{display:none}`, false),
  "none by a rule of its parent's": ruled((name) => `.${name} > *{display:none!important}`, true),
  "none by what it is not": ruled((name) => `.${name} :not(.nothing){display:none}`, true),
  "none on the screen": ruled((name) => `@media screen{.${name}{display:none}}`, true),
  "none on paper": ruled((name) => `@media print{.${name}{display:none}}`, false),
  "only on paper": ruled((name) => `.${name}{display:none}@media print{.${name}{display:block}}`, true),
  "none in wide windows": ruled((name) => `@media (min-width:500px){.${name}{display:none}}`, true),
  "none in narrow windows": ruled((name) => `@media (max-width:500px){.${name}{display:none}}`, false),
  "only in a quote": ruled((name) => `.${name}{display:none}blockquote .${name}{display:block}`, true),
  "none but by a better selector": ruled((name) => `.${name}{display:none}div.${name}{display:block}`, false),
  "none, then not": ruled((name) => `.${name}{display:none}.${name}{display:block}`, false),
  "shown against its own style": ruled((name) => `.${name}{display:block!important}`, false, 'style="display:none"'),
  "hidden against its own style": ruled((name) => `.${name}{display:none!important}`, true, 'style="display:block"'),
  "by being the first": ruled((name) => `.${name} :first-child{display:none}`, true),
  "on hover": ruled((name) => `.${name}{display:none}.${name}:hover{display:block}`, true),
  "no size": styled("font-size:0", true),
  "tiny type": { ...styled("font-size:1px", true), isFaint: true },
  "white on white": styled("background:#fff;color:#fff", true),
  "nearly white": { ...styled("background:#fff;color:#fdfdfd", true), isFaint: true },
  transparent: styled("color:transparent", true),
  "hardly there": { ...styled("color:rgba(0,0,0,.01)", true), isFaint: true },
  "as its background": styled("background:#1c3d5a;color:#1c3d5a", true),
  "as its gradient": styled("background:linear-gradient(#a00,#a00);color:#a00", true),
  "white on black": { ...styled("background:#000;color:#fff", false), isLeaf: true },
  "no opacity": styled("opacity:0", true),
  "some opacity": styled("opacity:.7", false),
  invisible: styled("visibility:hidden", true),
  "no height": styled("height:0;overflow:hidden", true),
  "no greatest height": styled("max-height:0;overflow:hidden", true),
  "no width": styled("width:0;overflow:hidden;white-space:nowrap", true),
  "height without clipping": styled("height:30px", false),
  "far to the left": styled("text-indent:-9999px", true),
  "far to the right": { ...styled("text-indent:9000px;white-space:nowrap", true), isFaint: true },
  "out of its box": styled("width:90px;overflow:hidden;text-indent:200px;white-space:nowrap", true),
  "letters on one spot": { ...styled("letter-spacing:-2em", true), isFaint: true },
  "below the edge": styled("height:20px;overflow:hidden;padding-top:40px;box-sizing:border-box", true),
  "below the edge of a scroll box": {
    wrap: (inner) => ({
      html: `<div style="height:20px;overflow:auto"><div style="padding-top:90px">${inner}</div></div>`,
    }),
    hides: true,
  },
  "in a bold table": {
    wrap: (inner) => ({
      html: `<table border="1"><tr><td bgcolor="#eeeeee"><b>${inner}</b></td><td>&nbsp;</td></tr></table>`,
    }),
    hides: false,
  },
  "by an old attribute": {
    wrap: (inner) => ({ html: `<div style="background:#fff"><font color="white">${inner}</font></div>` }),
    hides: true,
  },
  "in a list": { wrap: (inner) => ({ html: `<ul><li>${inner}</li></ul>` }), hides: false },
  "in a cell that another covers": {
    wrap: (inner) => ({
      html: `<div style="display:grid;grid-template-columns:200px"><div style="grid-column:1;grid-row:1">${inner}</div><div style="grid-column:1;grid-row:1;background:#fff">&nbsp;</div></div>`,
    }),
    hides: true,
  },
  "a box to the side": styled("float:right;width:40%;margin:5px;padding:3px;border:1px solid #999", false),
  "other type": styled("font:italic 20px/1.6 Georgia,serif;color:#114411;text-align:center", false),
  capitals: styled("text-transform:uppercase;letter-spacing:2px", false),
};

export function generatedMessage(seed: number, isWanted: (trick: Trick) => boolean = () => true): GeneratedMessage {
  const names = Object.keys(tricks).filter((name) => isWanted(tricks[name]!));
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1;
  const below = (count: number): number => (state = (state * 48_271) % 2_147_483_647) % count;
  const sheets: string[] = [];
  const message: GeneratedMessage = { html: "", visible: [], hidden: [] };
  let count = 0;

  const word = (isHidden: boolean): string => {
    const text = `w${seed}x${count++}q`;
    (isHidden ? message.hidden : message.visible).push(text);
    return `<p>${text}</p>`;
  };
  const block = (depth: number, isHidden: boolean): string => {
    // Where its place is fixed a second block would be pushed out of it.
    const name = names[below(names.length)]!;
    const trick = tricks[name]!;
    const isEnd = depth >= 2 || below(3) === 0 || trick.hides || trick.isLeaf || name.includes("height");
    const inner = isEnd ? word(isHidden || trick.hides) : blocks(depth + 1, isHidden);
    const { html, css = "" } = trick.wrap(inner, `k${seed}n${count++}`);
    sheets.push(css);
    return html;
  };
  const blocks = (depth: number, isHidden: boolean): string =>
    Array.from({ length: 1 + below(3) }, () => block(depth, isHidden)).join("");

  const body = word(false) + blocks(0, false) + blocks(0, false) + word(false);
  // Rules that would reach for whatever stands around the quote.
  const reaching = ["p{margin:7px}", "*{word-spacing:1px}", "b{color:red}", "body > p{text-align:right}", ""];
  const own = reaching[below(reaching.length)]!;
  message.html = `<html><head><style>${own}${sheets.join("")}</style></head><body>${body}</body></html>`;
  return message;
}
