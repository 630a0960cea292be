import { expect, test } from "vitest";
import { cpuTime } from "../../../../jmap/test/cpu-time.ts";
import { htmlToText } from "./html-text.ts";

test.each([
  ["inline elements do not part words", "<b>пи</b>с<i>ьмо</i>", "письмо"],
  ["block elements do", "<p>a</p><div>b<br>c</div><table><tr><td>d<td>e</table>", "a\n\nb\nc\n\nd\ne"],
  ["white space collapses", "a  \n\t b", "a b"],
  [
    "scripts, styles, comments and the head are no text",
    "<head><title>t</title><style>s</style></head><!-- c --><script>if (a < b) '</p>'</script><!--[if mso]>m<![endif]-->x",
    "x",
  ],
  ["a forgotten end of the head", "<head><meta><body>x", "x"],
  [
    "entities",
    "&lt;&amp;&nbsp;&laquo;&#1087;&#x43f;&raquo;&euro;&#151; &nosuch; AT&T ?a=1&lang=ru&copy",
    "<& «пп»€— &nosuch; AT&T ?a=1&lang=ru©",
  ],
  ["a quoted > does not end a tag", "<a title=\"a > b\" href='>'>x</a>", "x"],
  ["a quote that never closes is a slip", '<a title="a>x</a>', "x"],
  ["< in text is text", "1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
  ["a tag that never ends", "x<a href=", "x"],
  [
    "svg and templates are not read, what follows is",
    "<svg><svg><text>a</text></svg></svg><template>b</template>x",
    "x",
  ],
])("%s", (_, html, expected) => {
  expect(htmlToText(html)).toBe(expected);
});

test("it ends at the limit", () => {
  expect(htmlToText("<p>abc</p>".repeat(1000), 20).length).toBeLessThan(40);
});

test.each([
  "<",
  "<a ",
  '<a x="',
  "<style>",
  "<!--",
  "<div style='display:none'>",
  "&#",
  '<a =">',
  "<head>",
  "<svg>",
  "<a x='><b y=\">",
])("time grows with the size alone: %j again and again", (piece) => {
  const text = piece.repeat(1_000_000 / piece.length);
  expect(cpuTime(() => htmlToText(text))).toBeLessThan(2000);
});
