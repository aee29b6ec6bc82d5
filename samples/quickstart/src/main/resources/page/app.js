// Wires the page: buttons call endpoints, answers go to their bucket and to the log.

import { bucketOf } from "./buckets.js";
import { answered, logged } from "./log.js";

const VOLLEY = 10;
const POLL_MS = 1000;

const endpoints = [];
const buckets = [];

function user() {
  return document.querySelector("input[name=user]:checked").value;
}

// Credentials are sent by hand and never kept, so that a 401 does not open the browser's own dialog.
async function call(path, as) {
  const began = performance.now();
  const response = await fetch(`api/${path}`, {
    headers: { Authorization: `Basic ${btoa(`${as}:x`)}` },
    credentials: "omit",
    cache: "no-store",
  });
  return { path, as, began, status: response.status, headers: response.headers, body: await response.text() };
}

/** One endpoint: its buttons, its last result, and for each payer until when he has to wait. */
class Endpoint {
  constructor(item, bucket) {
    this.item = item;
    this.bucket = bucket;
    this.path = item.dataset.path;
    this.button = item.querySelector(".call");
    this.volley = item.querySelector(".volley");
    this.result = item.querySelector(".result");
    this.amount = item.querySelector("input[type=range]");
    this.waits = new Map();
    this.results = new Map();
    const name = `GET /api/${this.path}`;
    this.button.setAttribute("aria-label", `Call ${name}`);
    this.volley.setAttribute("aria-label", `Call ${name} ${VOLLEY} times at once`);
    this.button.addEventListener("click", () => this.fire(1));
    this.volley.addEventListener("click", () => this.fire(VOLLEY));
    this.amount?.addEventListener("input", () => {
      this.amount.nextElementSibling.value = this.amount.value;
    });
  }

  wait(now) {
    const wait = this.waits.get(this.bucket.payer(user()));
    return wait && wait.until > now ? wait : undefined;
  }

  async fire(times) {
    if (this.wait(performance.now())) {
      return;
    }
    const as = user();
    const path = this.amount ? `${this.path}?rows=${this.amount.value}` : this.path;
    const answers = await Promise.all(Array.from({ length: times }, () => this.one(path, as)));
    this.results.set(as, answered(answers));
    this.showResult();
    document.getElementById("news").textContent = `GET /api/${path}: ${this.result.textContent}`;
    await this.bucket.poll(call, as);
  }

  async one(path, as) {
    const over = this.bucket.begins(as);
    try {
      const answer = await call(path, as);
      this.bucket.learn(answer, /* called= */ true);
      this.heed(answer);
      logged(answer);
      return answer;
    } catch (unreachable) {
      const answer = { path, as, status: 0, headers: new Headers(), body: String(unreachable) };
      logged(answer);
      return answer;
    } finally {
      over();
    }
  }

  // Retry-After is a promise: who waits that long gets in, so until then the button rests. A call that was under way
  // and is over makes place at once.
  heed(answer) {
    const payer = this.bucket.payer(answer.as);
    const length = 1000 * Number(answer.headers.get("Retry-After"));
    if (answer.status === 429 && length > 0) {
      this.waits.set(payer, { until: performance.now() + length, length });
    } else if (answer.status !== 429 && this.bucket.hasPlaces) {
      this.waits.delete(payer);
    }
  }

  showResult() {
    this.result.replaceChildren(...(this.results.get(user()) ?? []).map((node) => node.cloneNode(true)));
  }

  draw(now) {
    const wait = this.wait(now);
    const label = wait ? `429 · wait ${Math.ceil((wait.until - now) / 1000)} s` : "Call";
    if (this.button.textContent !== label) {
      this.button.textContent = label;
      this.item.classList.toggle("waiting", Boolean(wait));
      // Not `disabled`: the keyboard's place on the page would be lost.
      this.button.setAttribute("aria-disabled", String(Boolean(wait)));
      this.volley.setAttribute("aria-disabled", String(Boolean(wait)));
    }
    if (wait) {
      this.button.style.setProperty("--wait", ((wait.until - now) / wait.length).toFixed(3));
    }
  }
}

function draw() {
  const now = performance.now();
  for (const bucket of buckets) {
    bucket.draw(user(), now);
  }
  for (const endpoint of endpoints) {
    endpoint.draw(now);
  }
  requestAnimationFrame(draw);
}

async function poll() {
  if (!document.hidden) {
    await Promise.all(buckets.map((bucket) => bucket.poll(call, user())));
  }
  setTimeout(poll, POLL_MS);
}

// A long annotation is broken between its members, not inside of one.
for (const code of document.querySelectorAll(".declared code")) {
  const members = code.textContent.split(/(?<=,) /).map((text) => {
    const member = document.createElement("span");
    member.textContent = text;
    return member;
  });
  code.replaceChildren(...members.flatMap((member, i) => (i === 0 ? [member] : [" ", member])));
}

for (const card of document.querySelectorAll(".card")) {
  const bucket = bucketOf(card);
  buckets.push(bucket);
  for (const item of card.querySelectorAll(".endpoints > li")) {
    endpoints.push(new Endpoint(item, bucket));
  }
}
for (const radio of document.querySelectorAll("input[name=user]")) {
  radio.addEventListener("change", () => {
    endpoints.forEach((endpoint) => endpoint.showResult());
    buckets.forEach((bucket) => bucket.poll(call, user()));
  });
}
draw();
poll();
