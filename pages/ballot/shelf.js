// Where this device keeps things. A browser may forbid its storage or have it full; then they are kept in this page,
// for as long as it is open.

class Shelf {
  constructor(which) {
    this.which = which;
    this.page = new Map();
  }

  get(name) {
    if (this.page.has(name)) return this.page.get(name);
    try { return window[this.which].getItem(name); } catch { return null; }
  }

  set(name, text) {
    try {
      window[this.which].setItem(name, text);
      this.page.delete(name);
    } catch {
      this.page.set(name, text);
    }
  }

  remove(name) {
    this.page.delete(name);
    try { window[this.which].removeItem(name); } catch { /* then it is not there */ }
  }

  names(start) {
    let stored = [];
    try { stored = Object.keys(window[this.which]); } catch { /* then none is there */ }
    return [...new Set([...stored, ...this.page.keys()])].filter((name) => name.startsWith(start));
  }
}

export const device = new Shelf("localStorage");
export const tab = new Shelf("sessionStorage");
