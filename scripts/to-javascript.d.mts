export function toJavaScript(source: string): string;
