// The site's search runs in a worker, and browsers start none for pages read from a folder: there a hidden frame stands in.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(address) {
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      (document.body ?? document.documentElement).append(this.frame);
      this.inside = this.frame.contentWindow;
      this.inside.postMessage = (data) => {
        const copy = structuredClone(data);
        setTimeout(() => this.onmessage?.({ data: copy }));
      };
      const script = this.inside.document.createElement("script");
      script.src = address;
      script.onload = () => {
        const early = this.waiting;
        this.waiting = null;
        early.forEach((data) => this.postMessage(data));
      };
      script.onerror = (event) => this.onerror?.(event);
      this.inside.document.body.append(script);
    }

    postMessage(data) {
      const copy = structuredClone(data);
      if (this.waiting) this.waiting.push(copy);
      else setTimeout(() => this.inside?.dispatchEvent(new this.inside.MessageEvent("message", { data: copy })));
    }

    terminate() {
      this.inside = null;
      this.frame.remove();
    }
  };
}
