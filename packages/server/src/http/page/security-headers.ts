/** Response headers that restrict what a browser does with a response. */
import { hash } from "node:crypto";

/**
 * Messages are shown in srcdoc frames, which inherit the policy of the page: so inline styles are allowed, and images in
 * data: and blob: URLs. Scripts are not.
 */
const contentSecurityPolicy: Readonly<Record<string, readonly string[]>> = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "data:", "blob:"],
  "font-src": ["'self'"],
  "media-src": ["'self'"],
  "connect-src": ["'self'"],
  // Message frames use srcdoc: no URL is ever loaded into a frame.
  "frame-src": ["'none'"],
  "manifest-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
  "object-src": ["'none'"],
  "require-trusted-types-for": ["'script'"],
  // Trusted Types policies: ours, DOMPurify's, and the editor's for pasted content.
  "trusted-types": ["pismo", "pismo-workers", "pismo-notifications", "dompurify", "ProseMirrorClipboard"],
};

function policyWith(scripts: readonly string[]): string {
  return Object.entries(contentSecurityPolicy)
    .map(([directive, values]) => [directive, ...values, ...(directive === "script-src" ? scripts : [])].join(" "))
    .join(";");
}

/** The policy of a page with inline scripts: their hashes are allowed, and no other inline script. */
export function policyOf(page: string): string {
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)];
  return policyWith(scripts.map(([, code = ""]) => `'sha256-${hash("sha256", code, "base64")}'`));
}

/** Features that no page needs and no message may use. */
const permissionsPolicy = (
  "accelerometer autoplay browsing-topics camera display-capture encrypted-media fullscreen geolocation " +
  "gyroscope hid identity-credentials-get idle-detection local-fonts magnetometer microphone midi otp-credentials " +
  "payment picture-in-picture screen-wake-lock serial storage-access usb window-management xr-spatial-tracking"
)
  .split(" ")
  .map((feature) => `${feature}=()`)
  .join(", ");

/** No Strict-Transport-Security: the loopback address uses plain HTTP, and a proxy that terminates TLS sets the header. */
export const securityHeaders = {
  "content-security-policy": policyWith([]),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "permissions-policy": permissionsPolicy,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
};

/** Pages of other origins may call with a token, never with the cookie: authenticate() refuses the cookie. */
export const crossOriginHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers": "authorization, *",
  "access-control-expose-headers": "content-disposition, content-length, www-authenticate, x-request-id",
  "access-control-max-age": "86400",
};
