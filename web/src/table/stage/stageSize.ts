// How large the place of the fight is, told to its styles. A size container would tell them too, but has the browser work
// out their style anew whenever anything beside it is laid out.

/** Up to these heights, in pixels, the styles leave something out. */
const LOW = [330, 290, 250, 240];

/** What the styles ask of a place: which of the heights it does not exceed, and whether all may be larger. */
export function roomIn(width: number, height: number): string {
  return [...LOW.filter((most) => height <= most), ...(height >= 560 && width >= 1000 ? ["large"] : [])].join(" ");
}

/** Keeps `--sw`, `--sh` and `data-room` of a place as it is; the browser asks for them before it draws. */
export function fitStage(place: HTMLElement): () => void {
  const measure = () => {
    const { width, height } = place.getBoundingClientRect();
    place.style.setProperty("--sw", `${width}px`);
    place.style.setProperty("--sh", `${height}px`);
    place.dataset["room"] = roomIn(width, height);
  };
  // What is played over the table looks where everything is before the observer is called for the first time
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(place);
  return () => observer.disconnect();
}
