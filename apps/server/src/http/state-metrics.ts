import type { Database } from '../persistence/database.ts'
import type { Breaker } from './breaker.ts'

/** `read` fails while the state is unknown. */
export type StateMetric = { name: string; help: string; read: () => Promise<number> }

type Parts = {
  database: Database
  breaker: Breaker
  isReady: () => Promise<boolean>
  countMail: (status: 'queued' | 'failed') => Promise<number>
}

/** What is true now, in one number each. */
export function measureState({ database, breaker, isReady, countMail }: Parts): StateMetric[] {
  const ask = (statement: string) => () =>
    breaker.unlessOpen(async () => Number((await database.query(statement)).rows[0].value))
  return [
    { name: 'server_ready', help: '1 while /readyz answers 200', read: async () => Number(await isReady()) },
    {
      name: 'database_silent',
      help: '1 while the database does not answer, and requests are refused at once',
      read: async () => Number(breaker.isOpen),
    },
    {
      name: 'database_writes_failing',
      help: '1 after the database ran out of disk or memory, until a write succeeds',
      read: async () => Number(database.writesFail),
    },
    {
      name: 'database_connections',
      help: 'Connections to the database server, of everyone',
      read: ask("select count(*) as value from pg_stat_activity where backend_type = 'client backend'"),
    },
    {
      name: 'database_connections_accepted',
      help: 'Connections that the database server accepts from users without special rights',
      read: ask(
        `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as value`,
      ),
    },
    {
      name: 'audit_unsealed_seconds',
      help: 'Age of the oldest audit event that is not sealed',
      read: ask('select oldest_unsealed_seconds() as value'),
    },
    {
      name: 'mail_queued',
      help: 'Messages that wait to be sent',
      read: () => breaker.unlessOpen(() => countMail('queued')),
    },
    {
      name: 'mail_failed',
      help: 'Messages that were given up',
      read: () => breaker.unlessOpen(() => countMail('failed')),
    },
  ]
}
