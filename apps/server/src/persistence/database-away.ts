/**
 * Connection lost, server starting, stopping or full, name not resolved, and timeouts. Also what passes by itself or is for an operator
 * to mend: out of disk (53100) or memory (53200), a read-only server (25006), and deadlocks and serialization failures (40P01, 40001)
 * that outlasted their retries.
 */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0\d|57014|53[123]00|25006|25P03|40001|40P01|08\w{3})$/
/** Errors of pg and its pool that have no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error) and is not queryable)/

type Failure = { code?: unknown; syscall?: unknown; message?: unknown }

/** Whether the database could not be reached, could not write, or went away in the middle. Whoever asked may try again later. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as Failure
  // A Unix socket that is not there yet.
  if (code === 'ENOENT' && syscall === 'connect') return true
  return CODES.test(String(code)) || MESSAGES.test(String(message))
}

/** A deadlock or serialization failure: the same transaction may succeed at the next attempt. */
export function isTransactionConflict(error: unknown): boolean {
  return /^(40001|40P01)$/.test(String(((error ?? {}) as Failure).code))
}
