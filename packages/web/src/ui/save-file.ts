/** Has the browser save a file that the page has made. */
export function saveFile(data: Blob, name: string): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
