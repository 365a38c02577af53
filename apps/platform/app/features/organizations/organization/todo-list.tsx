import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { WorkItem, WorkItems, WorkLink } from '../home/work-items.tsx'
import type { Todo } from './todos.ts'

export function TodoList({
  todos,
  hasNext,
}: {
  todos: Todo[] /** Whether the next step is one of these. */
  hasNext: boolean
}) {
  if (todos.length === 0) return null
  return (
    <Panel title="Your to-dos">
      <WorkItems>
        {todos.map(({ title, about, to, action, icon }, index) => (
          <WorkItem
            key={`${to} ${title}`}
            picture={
              <span className="grid size-8 shrink-0 place-items-center rounded-sm bg-summit-pale text-summit-ink">
                <ToolIcon name={icon} />
              </span>
            }
            title={title}
            about={about}
          >
            <WorkLink to={to} name={`${action}: ${title}`} isNext={hasNext && index === 0}>
              {action}
            </WorkLink>
          </WorkItem>
        ))}
      </WorkItems>
    </Panel>
  )
}
