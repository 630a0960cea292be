// @vitest-environment jsdom
import { allowedAttributes } from "./allowed-markup.ts";
import { describe, expect, test } from "vitest";
import { cleanForMessage, cleanHtml } from "./clean.ts";

const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";

describe("markup", () => {
  test("scripts, handlers, forms and frames go; their text stays where it is text", () => {
    const { html } = cleanHtml(
      `<p onclick="alert(1)">Hi<script>alert(1)</script></p><form action="https://evil.example"><input value="x"><button>Send</button></form><iframe src="https://evil.example"></iframe>`,
    );
    expect(html).toBe("<p>Hi</p>Send");
  });

  test("meta refresh, base and stylesheet links go", () => {
    const { body, css } = cleanHtml(
      `<head><meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example/"><link rel="stylesheet" href="https://evil.example/x.css"></head><body>text</body>`,
    );
    expect(body).toBe("<body>text</body>");
    expect(css).toBe("");
  });

  test("elements called like a method or property do not stand in its place", () => {
    const names = ["querySelector", "querySelectorAll", "body", "documentElement", "getAttribute", "removeAttribute"];
    const message = names.flatMap((name) => [
      `<img name="${name}" src="x">`,
      `<form name="${name}" data-quote="x" id="f"><input name="${name}"><button id="${name}"></button><img id="${name}"></form>`,
      `<object id="${name}"></object><embed name="${name}"><iframe name="${name}"></iframe>`,
    ]);
    expect(cleanHtml(`${message.join("")}<p>Read me</p>`).html).toContain("<p>Read me</p>");
    expect(cleanForMessage(`${message.join("")}<p>Read me</p>`)).toContain("<p>Read me</p>");
  });

  test("what can be unfolded is: its frame would not grow with it", () => {
    expect(cleanHtml("<details><summary>More</summary><p>Inner</p></details>").html).toBe(
      '<details open=""><summary>More</summary><p>Inner</p></details>',
    );
  });

  test("SVG and MathML go whole", () => {
    expect(
      cleanHtml(`<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg><math><mi>x</mi></math>ok`).html,
    ).toBe("ok");
  });

  test("class names and ids are prefixed in markup and sheet alike", () => {
    const { html, css } = cleanHtml(`<style>.big, #top { color: red }</style><p class="big bold" id="top">x</p>`);
    expect(html).toBe('<p class="l-big l-bold" id="l-top">x</p>');
    expect(css).toBe(".l-big, #l-top{color:red}");
  });

  test("the body's own attributes stay", () => {
    expect(cleanHtml(`<body bgcolor="eeeeee" class="main" onload="x()">x</body>`).body).toBe(
      '<body bgcolor="#eeeeee" class="l-main">x</body>',
    );
  });
});

describe("links", () => {
  test("http, https, mailto and tel open outside and send no referrer", () => {
    for (const href of ["http://a.example/", "https://a.example/?x=1&y=2", "mailto:a@b.example", "tel:+71234567"]) {
      const link = new DOMParser()
        .parseFromString(cleanHtml(`<a href="${href}">x</a>`).html, "text/html")
        .querySelector("a");
      expect(link?.getAttribute("href")).toBe(href);
      expect(link?.target).toBe("_blank");
      expect(link?.rel).toBe("noopener noreferrer");
    }
  });

  test.each([
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    " javascript:x",
    "vbscript:x",
    "data:text/html,x",
    "file:///etc/passwd",
    "/inbox",
    "ftp://a.example",
    "blob:x",
  ])("%j leads nowhere", (href) => {
    expect(cleanHtml(`<a href="${href}">x</a>`).html).toBe("<a>x</a>");
  });
});

describe("where links lead", () => {
  test("what follows the reader goes", () => {
    expect(cleanHtml(`<a href="https://a.example/?utm_source=x&amp;id=1">x</a>`).html).toContain(
      'href="https://a.example/?id=1"',
    );
  });

  test("a link whose text names another host says where it leads; a message cannot say so itself", () => {
    const { html } = cleanHtml(
      `<a href="https://attack.test/"><b>www.bank</b>.example</a><a href="https://a.example/" data-leads-to="b.example">x</a>`,
    );
    expect(html.match(/data-leads-to="[^"]*"/g)).toEqual(['data-leads-to="attack.test"']);
  });

  test.each([
    `www.ba<span style="display:none">x</span>nk.example`,
    `www.ba<i class="h">x</i>nk.example`,
    `<bdo dir="rtl">elpmaxe.knab.www</bdo>`,
  ])("%s is read as it is seen", (text) => {
    expect(cleanHtml(`<a href="https://attack.test/">${text}</a>`).misleading).toContainEqual({
      named: expect.stringContaining("bank.example") as string,
      host: "attack.test",
    });
  });

  test("an image whose words are a whole address is read as that address", () => {
    for (const words of ["https://bank.example/in", "www.bank.example"]) {
      const image = `<img src="https://a.example/logo.png" alt="${words}">`;
      const link = `<a href="https://attack.test/">${image}</a>`;
      const { misleading, misleadingCount } = cleanHtml(link + link);
      expect(misleading).toEqual([{ named: expect.stringContaining("bank.example") as string, host: "attack.test" }]);
      expect(misleadingCount).toBe(2);
    }
  });

  test("an image's words name no place, and neither does a part of a true name", () => {
    const image = `<img src="https://a.example/logo.png" alt="Booking.com">`;
    const split = `https://<b class="strong">shop</b>.example/<span class="path">in</span>`;
    const { misleading } = cleanHtml(
      `<a href="https://clicks.test/">${image}</a><a href="https://shop.example/">${split}</a>`,
    );
    expect(misleading).toEqual([]);
  });

  test("an answer quotes the link without our mark", () => {
    expect(cleanForMessage(`<a href="https://attack.test/">bank.example</a>`)).not.toContain("data-leads-to");
  });
});

describe("resources", () => {
  test("remote images are left out, and each address is counted once", () => {
    const { html, blocked } = cleanHtml(
      `<img src="https://a.example/1.png" alt="One"><img src="//a.example/2.png" srcset="https://a.example/3.png 2x">` +
        `<table background="https://a.example/4.png"></table><div style="background:url(https://a.example/5.png)"></div>` +
        `<style>p { background-image: u\\72l("https://a.example/6.png") } @import "https://a.example/7.css";</style><img src="https://a.example/1.png">`,
    );
    expect(blocked).toBe(7);
    expect(html).not.toContain("a.example");
    expect(html).toContain('<span data-blocked="">One</span>');
  });

  test("a counting pixel leaves no hole", () => {
    expect(cleanHtml(`<img src="https://a.example/t.gif" width="1" height="1">`).html).toBe("");
  });

  test("an image of an address comes in where the reader wants it, and a counting pixel never", () => {
    const message =
      `<img src="//a.example/1.png"><img srcset="https://a.example/2.png 2x"><img src="https://a.example/3.png" height="1">` +
      `<img src="https://a.example/4.png" style="max-width: 0px"><img src="https://a.example/5.png" style="display:none!important">`;
    const asked: string[] = [];
    const { html, images, trackers, blocked } = cleanHtml(message, {
      remoteFor(url) {
        asked.push(url);
        return url.endsWith("1.png") ? pixel : undefined;
      },
    });
    expect(images).toEqual(["https://a.example/1.png", "https://a.example/2.png"]);
    expect(trackers).toBe(3);
    expect(blocked).toBe(5);
    expect(html).toBe(`<img src="${pixel}"><span data-blocked=""></span>`);
    expect(cleanHtml(message, { remoteFor: () => "data:image/svg+xml,<svg/>" }).html).not.toContain("svg");
    expect(cleanHtml(message, { remoteFor: () => "https://a.example/" }).html).not.toContain("a.example");
  });

  test("cid: images come from the message's parts, by their decoded id", () => {
    const asked: string[] = [];
    const { html, blocked } = cleanHtml(`<img src="cid:a%40b">`, {
      imageFor(id) {
        asked.push(id);
        return pixel;
      },
    });
    expect(asked).toEqual(["a@b"]);
    expect(html).toBe(`<img src="${pixel}">`);
    expect(blocked).toBe(0);
  });

  test("the words of an image that is left out keep its place", () => {
    expect(
      cleanHtml(`<img src="cid:gone" alt="Logo" class="a" width="200" height="40" style="display:block">`).html,
    ).toBe('<span class="l-a" style="width:200px;height:40px;display:block" data-blocked="">Logo</span>');
  });

  test("data: images stay unless they can hold markup", () => {
    expect(cleanHtml(`<img src="${pixel}">`).html).toContain(pixel);
    expect(cleanHtml(`<img src="data:image/svg+xml,<svg/>">`).html).not.toContain("svg");
  });
});

describe("dark pages", () => {
  const dark = { white: 0.26, black: 0.97 };

  test("colours turn round in attributes, style attributes and sheets", () => {
    const { html, css, isRecoloured } = cleanHtml(
      `<style>p{color:#000}</style><table bgcolor="#ffffff"><tr><td style="background:white;color:rgb(0,0,0)">x</td></tr></table>`,
      { dark },
    );
    expect(isRecoloured).toBe(true);
    expect(css).toBe("p{color:#f5f5f5}");
    expect(html).toContain('bgcolor="#242424"');
    expect(html).toContain("background:#242424;color:#f5f5f5");
  });

  test("a message with a dark style of its own keeps its colours, and its media query follows the page", () => {
    const message = `<style>p{color:#000}@media (prefers-color-scheme: dark){p{color:#fff}}</style><p>x</p>`;
    expect(cleanHtml(message, { dark })).toMatchObject({
      isRecoloured: false,
      hasDarkStyle: true,
      css: "p{color:#000}@media (min-width:0){p{color:#fff}}",
    });
    expect(cleanHtml(message).css).toBe("p{color:#000}@media (max-width:0){p{color:#fff}}");
  });

  test("a message that is dark by design keeps its colours", () => {
    const { css, body } = cleanHtml(`<body bgcolor="#111111" text="#ffffff">x</body>`, { dark });
    expect(css).toContain("body[data-own]{background-color:#111111}body{color:");
    expect(css).toContain("body[data-own]{color:#ffffff;");
    expect(body).toContain('data-own="start"');
  });

  test("the original colours can be kept", () => {
    expect(cleanHtml(`<p style="color:#000">x</p>`, { dark, keepColours: true })).toMatchObject({
      isRecoloured: false,
      html: '<p style="color:#000">x</p>',
    });
  });
});

describe("the quoted end", () => {
  test.each([
    [
      "Gmail",
      `<div>Answer</div><div class="gmail_quote"><div class="gmail_attr">On Monday Anna wrote:</div><blockquote>Old</blockquote></div>`,
    ],
    [
      "Thunderbird",
      `<p>Answer</p><div class="moz-cite-prefix">On Monday Anna wrote:</div><blockquote type="cite">Old</blockquote>`,
    ],
    [
      "Mail.ru",
      `<div>Ответ</div><div>Пятница, 1 мая 2026 от Анна:</div><blockquote style="border-left:1px solid #0857A6">Old</blockquote>`,
    ],
    ["Outlook", `<div>Answer</div><div id="divRplyFwdMsg">From: Anna</div><div>Old</div>`],
  ])("of %s is marked with its attribution", (_, message) => {
    const { html, hasQuote } = cleanHtml(message);
    expect(hasQuote).toBe(true);
    const page = new DOMParser().parseFromString(html, "text/html");
    page.querySelector("[data-quote]")?.remove();
    expect(page.body.textContent).toMatch(/^(?:Answer|Ответ)$/);
  });

  test("a quote that is answered below, and a forwarded message, stay open", () => {
    expect(cleanHtml(`<blockquote>Old</blockquote><p>Answer</p>`).hasQuote).toBe(false);
    expect(
      cleanHtml(`<p>See</p><div class="gmail_quote">---------- Forwarded message ---------<br>Old</div>`).hasQuote,
    ).toBe(false);
  });

  test.each(allowedAttributes.filter((name) => name.startsWith("data-")))(
    "a message cannot mark itself: %s",
    (name) => {
      expect(cleanHtml(`<p ${name}="">x</p>`).html).toBe("<p>x</p>");
    },
  );
});

const url = (name: string): string => `https://a.example/${name}.png`;

describe("images behind the text", () => {
  const message =
    `<style>.hero{background:#123 url(${url("sheet")})}</style><body background="${url("body")}">` +
    `<table><tr><td background='${url("cell")}' style="color:red">A</td></tr></table>` +
    `<div style="background-image:url(&quot;${url("style")}&quot;)">B</div>` +
    `<div style="width:1px;background:url(${url("pixel")})"></div>`;

  test("are counted and offered, those of things too small to see as trackers", () => {
    const { html, css, body, images, trackers, blocked } = cleanHtml(message);
    expect(images.toSorted()).toEqual(["body", "cell", "sheet", "style"].map(url));
    expect([trackers, blocked]).toEqual([1, 5]);
    expect(css).toBe(".l-hero{background:#123}");
    expect(`${body}${html}`).not.toMatch(/a\.example|url\(/);
    expect(html).toContain('style="color:red"');
  });

  test("stand there once the reader wants them, but for trackers", () => {
    const { body, css } = cleanHtml(message, { remoteFor: () => pixel });
    expect(css).toBe(`.l-hero{background:#123 url("${pixel}")}`);
    expect(body.match(/url\(/g)).toHaveLength(3);
    expect(body).not.toContain("a.example");
  });

  test("of the message itself are there at once, and go with no answer", () => {
    const own = `<p style="background:url(cid:a)">A</p>`;
    expect(cleanHtml(own, { imageFor: () => pixel }).html.match(/url\(/g)).toHaveLength(1);
    expect(cleanForMessage(message)).not.toContain("url(");
  });

  test("an address that would end its string ends nothing", () => {
    const { body, images } = cleanHtml(
      `<td background='https://a.example/") ; color: blue \\" x'></td><table background='https://a.example/"\\");color:blue'></table>`,
    );
    expect(body).not.toContain("blue");
    expect(images).toHaveLength(1);
  });

  test("an image with nothing but sources shows one of them; what lies in SVG, sound and film is counted and never shown", () => {
    const { images, blocked } = cleanHtml(
      `<picture><source srcset="${url("wide")} 2x, ${url("small")} 1x"><img alt="x"></picture>` +
        `<svg><image href="${url("svg")}"/><image xlink:href="${url("old")}"/></svg><video poster="${url("poster")}"></video>`,
    );
    expect(images).toEqual([url("wide")]);
    expect(blocked).toBe(5);
  });
});

describe("what browsers give to an element", () => {
  test("the colours of <body> are those of the message, and a sheet comes before them", () => {
    const { css } = cleanHtml(`<style>a{color:red}</style><body bgcolor="112233" text="#ddd" link="teal">x</body>`);
    expect(css).toBe("body{background-color:#112233}body{color:#dddddd}a{color:#008080}a{color:red}");
  });

  test("what is hidden stays hidden", () => {
    expect(cleanHtml(`<p hidden>a</p><p hidden="until-found">b</p>`).html).toBe('<p hidden="">a</p><p hidden="">b</p>');
  });

  test.each([
    "https:/shop.example/a.png",
    "https:shop.example/a.png",
    "//shop.example/a.png",
    "\\\\shop.example\\a.png",
  ])("%s is an image at shop.example", (src) => {
    expect(cleanHtml(`<img src="${src}">`).images).toEqual(["https://shop.example/a.png"]);
    expect(cleanHtml(`<a href="${src}">x</a>`).html).toContain('href="https://shop.example/a.png"');
  });
});

test("links to a place in the message lead nowhere else, and name it as it is called here", () => {
  const { html } = cleanHtml(`<a href="#a%62">x</a><a href="#top" data-anchor="y">x</a><a name="ab">x</a>`);
  expect(html).toBe('<a data-anchor="l-ab">x</a><a data-anchor="">x</a><a id="l-ab">x</a>');
});

describe("parts that keep their colours on a dark page", () => {
  const dark = { white: 0.25, black: 1 };
  const style = (html: string, id: string, options = {}): string => {
    const page = new DOMParser().parseFromString(cleanHtml(html, { dark, ...options }).html, "text/html");
    return page.getElementById(`l-${id}`)!.getAttribute("style") ?? "";
  };

  test("light words on something dark stay light, and dark words on something light become light", () => {
    const html = `<div style="background:#102040"><p id="a" style="color:#ffffff">x</p></div><p id="b" style="color:#000000">x</p>`;
    expect(style(html, "a")).toMatch(/^color:#ffffff;/);
    expect(style(html, "b")).toMatch(/^color:#ffffff;/);
  });

  test("words over a photograph keep their colour while it is there, and are turned round while it is not", () => {
    const html = `<div style="background:url(https://a.example/p.jpg)"><p id="a" style="color:#000000">x</p></div>`;
    expect(style(html, "a", { remoteFor: () => pixel })).toMatch(/^color:#000000;/);
    expect(style(html, "a")).toBe("color:#ffffff");
  });

  test("something light within something dark is turned round, and what it inherits with it", () => {
    const { css, html } = cleanHtml(
      `<div bgcolor="#000000" style="background:#000000;color:#ffffff"><div style="background:#ffffff">x</div></div>`,
      { dark },
    );
    expect(html).toMatch(
      /<div data-adapted="" style="background:#(?!ffffff)|<div style="background:#(?!ffffff)[^"]*" data-adapted=""/,
    );
    expect(html).toContain("--own-color:#ffffff;--adapted-color:#");
    expect(css).toContain(":where([data-adapted]){color:var(--adapted-color,#ffffff)}");
  });

  test("a rule is said once more for them, by its colours alone", () => {
    const { css } = cleanHtml(
      `<style>.hero{background:#000 no-repeat}p,h1:hover{color:#fff;padding:3px}</style><div class="hero"><p>x</p></div>`,
      { dark },
    );
    expect(css).toContain(".l-hero[data-own]{background-color:#000000}");
    expect(css).toMatch(/p\[data-own\],h1:hover\[data-own\]\{color:#fff;--own-color:#fff;--adapted-color:#\w+\}/);
  });

  test("a message without such parts is not longer for them, and none can be forged", () => {
    const { css, html } = cleanHtml(`<style>p{color:#000}</style><p data-own="start" data-adapted>x</p>`, { dark });
    expect(css).toBe("p{color:#ffffff}");
    expect(html).toBe("<p>x</p>");
  });

  test("a dark drawing on nothing is marked, and none can be forged", () => {
    const { html } = cleanHtml(`<img src="cid:a" alt=""><img src="cid:b" alt="" data-drawing>`, {
      dark,
      imageFor: () => pixel,
      isDarkDrawing: (address) => address === "a",
    });
    expect(html.match(/data-drawing/g)).toHaveLength(1);
  });
});

test.each(["title", "links", "body", "location", "cookie", "parentNode", "__proto__"])(
  "a place and a rule that are called %s, as documents call something of their own, are found",
  (name) => {
    const { html, css } = cleanHtml(`<style>#${name}{color:red}</style><a href="#${name}">x</a><p id="${name}">y</p>`);
    expect(html).toBe(`<a data-anchor="l-${name}">x</a><p id="l-${name}">y</p>`);
    expect(css).toBe(`#l-${name}{color:red}`);
  },
);

test("so is an image map", () => {
  const { html } = cleanHtml(
    '<img src="data:image/png;base64,AA" usemap="#images"><map name="images"><area href="https://a.example/"></map>',
  );
  expect(html).toContain('usemap="#l-images"');
  expect(html).toContain('<map name="l-images">');
});
