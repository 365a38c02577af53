import type { homeOperations } from '@sherpa/contracts/home-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof homeOperations> = {}
