/** Connection lost, server starting, stopping or full, name not resolved, and timeouts. */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0\d|57014|53300|08\w{3})$/
/** Errors of pg and its pool that have no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error) and is not queryable)/

/** Whether the database could not be reached, or went away in the middle. Whoever asked may try again later. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as { code?: unknown; syscall?: unknown; message?: unknown }
  // A Unix socket that is not there yet.
  if (code === 'ENOENT' && syscall === 'connect') return true
  return CODES.test(String(code)) || MESSAGES.test(String(message))
}
