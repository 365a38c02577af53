import { homeOperations } from '@sherpa/contracts/home-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import { loadAgents } from './agents.ts'
import type { FigureService } from './figures.ts'
import type { NeedService } from './needs.ts'

type Parts = { database: Database; needs: NeedService; figures: FigureService }

export function homeRoutes(endpoint: DefineEndpoint, { database, needs, figures }: Parts) {
  endpoint(homeOperations.needs, { limits: 'none' }, ({ query, ...viewer }) => needs.list(viewer, query))
  endpoint(homeOperations.needCount, { limits: 'none' }, (viewer) => needs.count(viewer))
  endpoint(homeOperations.homeFigures, { limits: 'none' }, ({ query, ...viewer }) => figures.load(viewer, query))
  endpoint(homeOperations.ownAgents, { limits: 'none' }, (viewer) => loadAgents(database, viewer))
}
