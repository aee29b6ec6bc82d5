// What the page knows of each bucket, and how it is drawn: as tokens that are there, coming, or gone.

const MAX_CELLS = 60;

/** Reads a number of a structured field: `r` of `"default";r=5;t=3` is 5. */
function parameter(headers, field, name) {
  const found = new RegExp(`;\\s*${name}=(\\d+)`).exec(headers.get(field) ?? "");
  return found ? Number(found[1]) : undefined;
}

export function bucketOf(card) {
  switch (card.dataset.kind) {
    case "tokens":
      return new Bucket(card, /* refillsEvenly= */ true);
    case "window":
      return new Bucket(card, /* refillsEvenly= */ false);
    case "places":
      return new Places(card);
    default:
      return new NoBucket();
  }
}

/** A row of cells, and the number beside it. */
class Strip {
  constructor(card) {
    this.card = card;
    this.strip = card.querySelector(".tokens");
    this.count = card.querySelector(".count");
    this.cells = [];
  }

  resize(capacity, unit) {
    if (this.capacity === capacity) {
      return;
    }
    this.capacity = capacity;
    this.cells = Array.from({ length: Math.min(capacity, MAX_CELLS) }, () => {
      const cell = document.createElement("div");
      cell.className = "token part";
      return cell;
    });
    this.strip.replaceChildren(...this.cells);
    this.strip.classList.toggle("many", this.cells.length > 12);
    this.strip.setAttribute("aria-valuemin", "0");
    this.strip.setAttribute("aria-valuemax", String(capacity));
    this.count.querySelector("span").textContent = unit;
  }

  // A cell is drawn from 0, gone, to 1, there.
  draw(fillOf, whole) {
    this.cells.forEach((cell, i) => {
      const fill = Math.floor(Math.min(1, Math.max(0, fillOf(i))) * 100) / 100;
      if (cell.fill !== fill) {
        cell.fill = fill;
        cell.style.setProperty("--fill", String(fill));
        cell.classList.toggle("part", fill < 1);
      }
    });
    if (this.whole !== whole) {
      this.whole = whole;
      this.count.querySelector("b").textContent = String(whole);
      this.strip.setAttribute("aria-valuenow", String(whole));
      this.card.classList.toggle("dry", whole === 0);
    }
  }

  takes(tokens) {
    const mark = document.createElement("i");
    mark.className = "taken";
    mark.textContent = `−${tokens}`;
    mark.addEventListener("animationend", () => mark.remove());
    this.count.querySelector(".taken")?.remove();
    this.count.append(mark);
  }
}

/** Stands where nothing limits, and says what a bucket can do. */
class NoBucket {
  hasPlaces = false;

  /** Who pays for a call of this user. */
  payer(user) {
    return user;
  }

  /** A call begins; returns what to do when it is over. */
  begins() {
    return () => {};
  }

  /** Asks for the balance. */
  async poll() {}

  /** Takes from an answer what it says about the bucket. */
  learn() {}

  draw() {}
}

/** A bucket of tokens, for each payer. Between two answers the page fills it up at the stated rate. */
class Bucket extends NoBucket {
  constructor(card, refillsEvenly) {
    super();
    this.refillsEvenly = refillsEvenly;
    this.isShared = card.dataset.payer === "address";
    this.balance = card.dataset.balance;
    this.strip = new Strip(card);
    this.levels = new Map();
  }

  payer(user) {
    return this.isShared ? "this address" : user;
  }

  level(payer, now) {
    const known = this.levels.get(payer);
    return known && Math.min(known.capacity, known.level + ((now - known.at) / 1000) * known.rate);
  }

  async poll(call, user) {
    try {
      this.learn(await call(this.balance, user), /* called= */ false);
    } catch (unreachable) {
      this.levels.delete(this.payer(user)); // Nobody knows any more; the next answer tells.
    }
  }

  // The field has whole tokens. The part of the next one is the page's own guess, which it keeps where it can.
  learn(answer, called) {
    const left = parameter(answer.headers, "RateLimit", "r");
    const payer = this.payer(answer.as);
    if (left === undefined || this.levels.get(payer)?.began > answer.began) {
      return;
    }
    const now = performance.now();
    const guess = this.level(payer, now) ?? left;
    const taken = Math.floor(guess) - left;
    const isEarly = taken === 1 && !called && guess % 1 < 0.3;
    const level = isEarly ? left + 0.99 : taken >= 0 ? guess - taken : left;
    this.levels.set(payer, { ...this.size(answer.headers), level, at: now, began: answer.began });
    if (taken > 0 && !isEarly) {
      this.strip.takes(taken);
    }
  }

  size(headers) {
    const quota = parameter(headers, "RateLimit-Policy", "q");
    const window = parameter(headers, "RateLimit-Policy", "w");
    const capacity = parameter(headers, "RateLimit-Policy", "tollgate-burst") ?? quota;
    return { capacity, rate: this.refillsEvenly && window ? quota / window : 0 };
  }

  draw(user, now) {
    const payer = this.payer(user);
    const level = this.level(payer, now);
    if (level !== undefined) {
      const { capacity } = this.levels.get(payer);
      this.strip.resize(capacity, `of ${capacity}`);
      const perCell = capacity / this.strip.cells.length;
      this.strip.draw((i) => level / perCell - i, Math.floor(level));
    }
  }
}

/** Places for calls under way. The page knows of its own calls only. */
class Places extends NoBucket {
  hasPlaces = true;

  constructor(card) {
    super();
    this.places = Number(card.dataset.places);
    this.busyMs = Number(card.dataset.busy);
    this.strip = new Strip(card);
    this.strip.resize(this.places, "free");
    this.running = new Map();
  }

  begins(user) {
    const call = { began: performance.now() };
    const calls = this.running.get(user) ?? new Set();
    this.running.set(user, calls.add(call));
    return () => calls.delete(call);
  }

  // Refused calls are over at once, so those that last are the admitted ones.
  draw(user, now) {
    const calls = [...(this.running.get(user) ?? [])].slice(0, this.places);
    const free = this.places - calls.length;
    const done = (call) => Math.min(0.98, (now - call.began) / this.busyMs);
    this.strip.draw((i) => (i < free ? 1 : done(calls[i - free])), free);
  }
}
