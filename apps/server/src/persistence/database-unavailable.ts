/**
 * Temporary failures: lost connection, server starting, stopping or full, DNS, timeouts, out of disk (53100) or memory
 * (53200), read-only (25006), and deadlocks and serialization failures (40P01, 40001) after all retries.
 */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0\d|57014|53[123]00|25006|25P03|40001|40P01|08\w{3})$/
/** Errors of pg and its pool without a code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|No host of the database accepts writes|Client (was closed|has encountered a connection error) and is not queryable)/

type Failure = { code?: unknown; syscall?: unknown; message?: unknown }

/** Whether the database is unreachable or cannot write. Callers may retry later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as Failure
  // The Unix socket does not exist yet.
  if (code === 'ENOENT' && syscall === 'connect') return true
  return CODES.test(String(code)) || MESSAGES.test(String(message))
}

/**
 * The same transaction may succeed, or be refused in words, at the next attempt: after a deadlock or serialization
 * failure, and when another transaction has removed what a row refers to (23503) or taken its unique value (23505) since
 * it was checked.
 */
export function isTransactionConflict(error: unknown): boolean {
  return /^(40001|40P01|23503|23505)$/.test(String(((error ?? {}) as Failure).code))
}
