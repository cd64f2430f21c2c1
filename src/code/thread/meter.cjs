'use strict';
// What the code may make the host hold: refused beyond that, so that a flood ends in the engine.
exports.Meter = class Meter {
  #limits;
  #calls = 0;
  #sent = 0;
  #printed = 0;

  constructor(limits) {
    this.#limits = limits;
  }

  call(json) {
    if (++this.#calls > this.#limits.calls)
      return `This run has made its ${this.#limits.calls} calls; split the work.`;
    if ((this.#sent += json.length) > this.#limits.sentCharacters)
      return 'This run has sent too much to its tools; split the work.';
    return undefined;
  }

  print(text) {
    const room = this.#limits.printedCharacters - this.#printed;
    this.#printed += text.length + 1;
    if (room <= 0) return undefined;
    return text.length <= room ? text : `${text.slice(0, room)}… (further output dropped)`;
  }
};
