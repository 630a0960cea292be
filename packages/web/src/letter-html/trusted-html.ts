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

/** A document without a window: nothing in it runs or loads. */
export const inertDocument = (html: string): Document => new DOMParser().parseFromString(frameHtml(html), "text/html");
