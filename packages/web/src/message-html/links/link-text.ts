/** The text of a link, in each way in which a reader may take it. */

const hidden =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0?\.?0*(?=\s*[;!]|\s*$)|font-size\s*:\s*0|(?:max-)?(?:width|height)\s*:\s*0)/i;

const turned = /[\u202e\u2067]/;
const isTurned = (element: Element): boolean =>
  turned.test(element.textContent ?? "") ||
  element.querySelector("bdo[dir=rtl i], [style*=bidi-override i], [style*=isolate-override i]") !== null ||
  element.closest("bdo[dir=rtl i], [style*=bidi-override i]") !== null;

/** Without the words that stand for images: they are the image's, which mostly names whose it is. */
function textOf(element: Element, isLeftOut: (inner: Element) => boolean): string {
  const walker = element.ownerDocument.createTreeWalker(
    element,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node.nodeType === Node.ELEMENT_NODE && isLeftOut(node as Element)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue;
    else if (/^(?:br|p|div|td|th|li|tr|h[1-6])$/.test((node as Element).localName)) text += " ";
  }
  return text;
}

const isImage = (element: Element): boolean => element.hasAttribute("data-blocked");
const isHidden = (element: Element): boolean => hidden.test(element.getAttribute("style") ?? "");

/** Words of an image that are an address are read as the link's: while it is not shown they stand there alone. */
const wholeAddress = /^\s*(?:https?:\/\/|www\d?\.)\S+\s*$/i;
const addressesOfImages = (link: Element): string[] =>
  Array.from(link.querySelectorAll("[data-blocked], img[alt]"), (image) =>
    (image.getAttribute("alt") ?? image.textContent ?? "").slice(0, 300),
  ).filter((words) => wholeAddress.test(words));

const isNamed = (element: Element): boolean => element.hasAttribute("class") || element.hasAttribute("id");

/** As it is most likely seen first. */
export function textsOfLink(link: Element): string[] {
  const whole = textOf(link, isImage);
  const texts = [whole, ...addressesOfImages(link)];
  if (link.querySelector("[style]")) texts.push(textOf(link, (element) => isImage(element) || isHidden(element)));
  // A rule may hide them: that is known once the message is laid out, and the link is written before.
  if (link.querySelector("[class], [id]")) texts.push(textOf(link, (element) => isImage(element) || isNamed(element)));
  if (isTurned(link)) texts.push(Array.from(whole).toReversed().join(""));
  return [...new Set(texts.toReversed())];
}
