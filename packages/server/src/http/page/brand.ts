/** The administrator's own defaults, name and logo of the page. */
import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";

export interface Logo {
  type: "image/svg+xml" | "image/png";
  body: Buffer;
}

export interface Brand {
  /** Where a person has chosen none. */
  language: "ru" | "en";
  theme: string;
  /** In place of "Pismo"; undefined: that. */
  name: string | undefined;
  logo: Logo | undefined;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const ends = { "image/svg+xml": "svg", "image/png": "png" } as const;

/** Named by its content, so that it may be cached for good. */
const logoPath = ({ type, body }: Logo): string => `/brand/logo-${hash("sha256", body).slice(0, 16)}.${ends[type]}`;

/**
 * The built page with it. Attributes alone: scripts stay as the policy names them. The script in the page's head lets
 * what the person has stored win.
 */
export function branded(page: string, { language, theme, name, logo }: Brand): string {
  const attributes = [
    `lang="${language}" data-default-lang="${language}"`,
    `data-theme="${escaped(theme)}" data-default-theme="${escaped(theme)}"`,
    ...(name === undefined ? [] : [`data-name="${escaped(name)}"`]),
    ...(logo ? [`data-logo="${logoPath(logo)}"`] : []),
  ];
  const whole = page.replace('<html lang="ru" data-theme="white">', () => `<html ${attributes.join(" ")}>`);
  if (name === undefined) return whole;
  return whole.replace("<title>Pismo</title>", () => `<title>${escaped(name)}</title>`);
}

export function logoRoutes(app: FastifyInstance, { logo }: Brand): void {
  if (!logo) return;
  app.get(logoPath(logo), (_request, reply) =>
    reply
      .headers({
        "cache-control": "public, max-age=31536000, immutable",
        // An SVG that is opened by itself is a document of our origin: it runs and loads nothing.
        "content-security-policy": "default-src 'none';style-src 'unsafe-inline';sandbox",
      })
      .type(logo.type)
      .send(logo.body),
  );
}
