import { inThread } from '../../../tables/in-thread.ts'
import type { tasks } from './athlete-tasks.ts'

export const thread = inThread<typeof tasks>(new URL('./athlete-tasks.ts', import.meta.url))
