import { inThread } from '../../../tables/in-thread.ts'
import type { tasks } from './deal-tasks.ts'

export const thread = inThread<typeof tasks>(new URL('./deal-tasks.ts', import.meta.url))
