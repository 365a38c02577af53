import { homeOperations } from '@sherpa/contracts/home-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { FigureService } from './figures.ts'
import type { NeedService } from './needs.ts'

export function homeRoutes(
  endpoint: DefineEndpoint,
  { needs, figures }: { needs: NeedService; figures: FigureService },
) {
  endpoint(homeOperations.needs, { limits: 'none' }, ({ query, ...viewer }) => needs.list(viewer, query))
  endpoint(homeOperations.homeFigures, { limits: 'none' }, ({ query, ...viewer }) => figures.load(viewer, query))
}
