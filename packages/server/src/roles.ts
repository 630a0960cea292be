/** What a server does: several on one database may share the work out. */

/** web: browsers and JMAP. bridge: the mirrors of mail servers. smtp: letters by SMTP. jobs: sends, timers, sweeps. */
export const roles = ["web", "bridge", "smtp", "jobs"] as const;
export type Role = (typeof roles)[number];
