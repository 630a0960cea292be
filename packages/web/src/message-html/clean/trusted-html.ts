/**
 * Trusted Types: where the page's policy asks for them, no text becomes markup but by a policy that the page names. Ours
 * is used for documents in which nothing can run: those without a window, and those of frames without scripts.
 */
interface Policy {
  createHTML(html: string): string;
}

/** Missing in browsers that do not know Trusted Types. */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };
const policy = trustedTypes?.createPolicy("pismo", { createHTML: (html) => html });

/** Markup for a frame whose sandbox has no scripts. TrustedHTML where there is such a thing; React hands it on as it is. */
export const frameHtml = (html: string): string => policy?.createHTML(html) ?? html;

/**
 * HTML gives a document, and a form, a property for each of these elements that has a name, before its own: an image
 * called "querySelector" would stand where we call a method (HTML §3.1.7, §4.10.3). None of the names outlives the cleaning.
 */
const named = "embed, form, iframe, img, object, button, fieldset, input, output, select, textarea";
const identified = "form img, object, button, fieldset, input, output, select, textarea";

/** Takes these names out of a document that was parsed elsewhere. */
export function dropNames(page: Document): void {
  const all = (selector: string): NodeListOf<Element> => Document.prototype.querySelectorAll.call(page, selector);
  for (const element of all(named)) Element.prototype.removeAttribute.call(element, "name");
  for (const element of all(identified)) Element.prototype.removeAttribute.call(element, "id");
}

/** A document without a window: nothing in it runs or loads, and no element stands in the way of a method. */
export function inertDocument(html: string): Document {
  const page = new DOMParser().parseFromString(frameHtml(html), "text/html");
  dropNames(page);
  return page;
}
