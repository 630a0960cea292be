/**
 * The room that a list of any length scrolls in. Browsers cut elements off at some 33 million px (Chromium), which
 * 700,000 rows reach: beyond a limit the room is smaller than the list. Small steps still move the list px by px;
 * a jump with the scroll bar leads to the same share of the list; and at rest the two are brought together again.
 */
export class ScrollSpace {
  /** What lies at the top of the viewport, in px of the list. */
  position = 0;
  #limit: number;
  #content = 0;
  #viewport = 0;
  #scrollTop = 0;

  /** @param limit the height, in px, that no element may pass */
  constructor(limit = 8_000_000) {
    this.#limit = limit;
  }

  /** The height of the element that is scrolled. */
  get height(): number {
    return Math.min(this.#content, this.#limit);
  }

  /** Add it to an offset in the list to get the offset in the element. */
  get offset(): number {
    return this.#scrollTop - this.position;
  }

  get #isScaled(): boolean {
    return this.#content > this.#limit;
  }

  get #range(): number {
    return Math.max(0, this.#content - this.#viewport);
  }

  /** The list became longer or shorter, or the window another. @returns the scrollTop that the element must take */
  resize(content: number, viewport: number): number {
    this.#content = content;
    this.#viewport = viewport;
    return this.moveTo(this.position);
  }

  /** The element was scrolled by the person. */
  scrolled(scrollTop: number): void {
    const step = scrollTop - this.#scrollTop;
    this.#scrollTop = scrollTop;
    if (!this.#isScaled) this.position = scrollTop;
    else if (Math.abs(step) > 2 * this.#viewport) this.position = this.#positionAt(scrollTop);
    else this.position = Math.min(this.#range, Math.max(0, this.position + step));
  }

  /** @returns the scrollTop that the element must take for this offset in the list to be at the top */
  moveTo(position: number): number {
    this.position = Math.min(this.#range, Math.max(0, position));
    this.#scrollTop = this.#isScaled ? Math.round(this.#scrollTopAt(this.position)) : this.position;
    return this.#scrollTop;
  }

  /** Near both ends the scale is 1:1, so that scrolling arrives exactly; the rest is distributed in between. */
  get #edge(): number {
    return this.#limit / 8;
  }

  /** The factor between the ends. */
  get #scale(): number {
    const room = this.height - this.#viewport - 2 * this.#edge;
    return (this.#range - 2 * this.#edge) / Math.max(1, room);
  }

  #positionAt(scrollTop: number): number {
    const room = this.height - this.#viewport;
    if (scrollTop <= this.#edge) return scrollTop;
    if (scrollTop >= room - this.#edge) return this.#range - (room - scrollTop);
    return this.#edge + (scrollTop - this.#edge) * this.#scale;
  }

  #scrollTopAt(position: number): number {
    const room = this.height - this.#viewport;
    if (position <= this.#edge) return position;
    if (position >= this.#range - this.#edge) return room - (this.#range - position);
    return this.#edge + (position - this.#edge) / this.#scale;
  }
}
