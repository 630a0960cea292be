/** Every row of a search shows why it is there, however long its subject and narrow the line. */
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const long =
  "Minutes of the meeting of the committee for the care of animals in the parks of the city, with all annexes and the list of those present, second corrected version for approval";

const letters = [
  { subject: long, text: "As agreed we have now written to the keeper, and the zebra arrives on Friday at nine." },
  { subject: `${long} of the zebra house`, text: "Nothing else." },
  { subject: "Visit to the park on Saturday with the children: zebra house", text: "Nothing else." },
  { subject: "Short", text: "One two three four five six seven the zebra arrives." },
  {
    subject: long,
    text: "See below.",
    files: [{ name: "animals.txt", type: "text/plain", content: Buffer.from("The zebra and others") }],
  },
  { subject: "zebra first", text: "And more of the zebra." },
];

for (const [width, theme, lang] of [
  [390, "white", "en"],
  [899, "dark", "ru"],
  [1440, "dark", "en"],
] as const) {
  test.describe(`${width} px, ${theme}, ${lang}`, () => {
    test.use({ viewport: { width, height: 700 }, theme, lang });
    test("a match is seen in every row, and none behind an ellipsis", async ({ page, server }) => {
      const ids = await putEmails(server, letters);
      await expect(async () => {
        await page.goto(`${server.url}/all?q=zebra`);
        await expect(page.locator("[data-letter]")).toHaveCount(letters.length, { timeout: 2000 });
      }).toPass();
      const rows = ids.map((id) => page.getByRole("listitem").filter({ has: page.locator(`[data-letter="${id}"]`) }));
      const [inText, farInSubject, nearInSubject, short, inFile, both] = rows;
      await expect(inText!.locator("mark")).toHaveText("zebra");
      await page.screenshot({ path: `test-results/matched-rows-${width}.png` });
      for (const row of [inText, farInSubject, nearInSubject, short, both]) {
        const [mark, time] = [row!.locator("mark").first(), row!.locator("time")];
        const [box, line] = [(await mark.boundingBox())!, (await mark.locator("xpath=../..").boundingBox())!];
        // Beside an ellipsis, which takes less than 16 px.
        expect(box.x + box.width).toBeLessThanOrEqual(line.x + line.width - 16);
        expect(box.width).toBeGreaterThan(20);
        await expect(time).toBeVisible();
      }
      const file = inFile!.getByText("animals.txt");
      const [name, row] = [(await file.boundingBox())!, (await inFile!.boundingBox())!];
      expect(name.x + 80).toBeLessThan(row.x + row.width);
      // No row is higher for its match.
      const heights = await Promise.all(rows.map(async (each) => (await each.boundingBox())!.height));
      expect(new Set(heights).size).toBe(1);
      expect(heights[0]).toBe(width < 600 ? 64 : 48);
      // What lies behind an ellipsis paints nothing.
      for (const mark of await page.locator("li mark").all())
        await expect(mark).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    });
  });
}
