import { availableParallelism } from 'node:os'

/** From this many processors on, one server would be what journeys wait for. */
const PROCESSORS_FOR_TWO = 6

const count = Number(process.env.E2E_SERVERS ?? (availableParallelism() < PROCESSORS_FOR_TWO ? 1 : 2))

/** Where a server under test keeps its database and its mail. */
export const dataDirectory = (server: number) => `.data/e2e-${server}`
export const serverNumbers = Array.from({ length: count }, (_, server) => server)

/** The server of this worker, which has the same number in all its journeys. */
const mine = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % count
export const E2E_DATA = dataDirectory(mine)
export const SITE_PORT = process.env[`E2E_PORT_${mine}`]
export const PLATFORM_PORT = process.env[`E2E_PLATFORM_PORT_${mine}`]
