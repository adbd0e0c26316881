// The size of the fight area, written to its styles. A size container could do that too, but then the browser would
// compute its styles again whenever anything beside it is laid out.

/** Heights, in pixels, up to which the styles leave something out. */
const LOW = [330, 290, 250, 240];

/** Return the flags for the styles: which of the heights it does not exceed, and whether all may be larger. */
export function sizeFlags(width: number, height: number): string {
  return [...LOW.filter((most) => height <= most), ...(height >= 560 && width >= 1000 ? ["large"] : [])].join(" ");
}

/** Keep `--sw`, `--sh` and `data-room` of an element up to date; the browser observes it before it draws. */
export function fitStage(place: HTMLElement): () => void {
  const measure = () => {
    const { width, height } = place.getBoundingClientRect();
    place.style.setProperty("--sw", `${width}px`);
    place.style.setProperty("--sh", `${height}px`);
    place.dataset["room"] = sizeFlags(width, height);
  };
  // Animations measure all positions before the observer is called for the first time
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(place);
  return () => observer.disconnect();
}
