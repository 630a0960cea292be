import { servers as english } from "../en/servers.ts";
import { servers as russian } from "../ru/servers.ts";

export const texts = { ru: { servers: russian }, en: { servers: english } };
