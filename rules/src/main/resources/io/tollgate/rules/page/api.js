// Talks to the service. The token is kept for this tab only, and is sent by hand, never as a cookie.

const TOKEN = "tollgate.token";

/** What the service answered when it did not do what was asked. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `The service answered ${status}.`);
    this.status = status;
    this.problem = problem;
    this.problems = problem.problems ?? [];
  }
}

let onSignedOut = () => {};

export function whenSignedOut(action) {
  onSignedOut = action;
}

export function hasToken() {
  return Boolean(sessionStorage.getItem(TOKEN));
}

export function keepToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

export function forgetToken() {
  sessionStorage.removeItem(TOKEN);
}

/**
 * Calls the service, and returns status, body and the headers that matter.
 *
 * @throws Refusal for an answer of 400 or above
 */
async function call(method, path, { body, etag, signal } = {}) {
  const headers = { Accept: "application/json, application/problem+json", Authorization: `Bearer ${sessionStorage.getItem(TOKEN)}` };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
  }
  if (etag) {
    headers["If-Match"] = etag;
  }
  const response = await fetch(`v1/${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "omit",
    cache: "no-store",
    signal,
  });
  const content = await contentOf(response);
  if (response.status === 401) {
    onSignedOut();
  }
  if (!response.ok) {
    throw new Refusal(response.status, content ?? {});
  }
  return { status: response.status, body: content, etag: response.headers.get("ETag"), location: response.headers.get("Location") };
}

async function contentOf(response) {
  const text = await response.text();
  try {
    return text ? JSON.parse(text) : undefined;
  } catch (notJson) {
    return { detail: `The service answered ${response.status} with something that is not JSON.` };
  }
}

const path = (...parts) => parts.map(encodeURIComponent).join("/");
const query = (values) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
};

export const api = {
  me: () => call("GET", "me"),
  rules: (search, signal) => call("GET", `rules${query({ search })}`, { signal }),
  rule: (name) => call("GET", path("rules", name)),
  create: (rule) => call("POST", "rules", { body: rule }),
  replace: (name, rule, etag) => call("PUT", path("rules", name), { body: rule, etag }),
  remove: (name, etag) => call("DELETE", path("rules", name), { etag }),
  validate: (rule, signal) => call("POST", "rules/validate", { body: rule, signal }),
  history: (name, before) => call("GET", `${path("rules", name, "history")}${query({ before })}`),
  rollBack: (name, revision, etag) => call("POST", path("rules", name, "rollback"), { body: { revision }, etag }),
  grant: (grant) => call("POST", "grants", { body: grant }),
  proposals: (status, before) => call("GET", `proposals${query({ status, before })}`),
  approve: (id) => call("POST", path("proposals", String(id), "approve"), { body: {} }),
  reject: (id) => call("POST", path("proposals", String(id), "reject"), { body: {} }),
  audit: (limit, before) => call("GET", `audit${query({ limit, before })}`),
  hosts: () => call("GET", "hosts"),
  live: (seconds) => call("GET", `live${query({ seconds })}`),
  explain: (question) => call("POST", "explain", { body: question }),
};

/** What a rule is now; nothing if there is none. */
export async function ruleNow(name) {
  try {
    return await api.rule(name);
  } catch (problem) {
    if (problem.status === 404) {
      return undefined;
    }
    throw problem;
  }
}
