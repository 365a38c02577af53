import { MOST_TASK_TITLE } from '@sherpa/contracts/task'
import { controlClass, Field } from '@sherpa/ui/field'
import { DueChip } from './due-chip.tsx'
import type { TaskLineState } from './use-task-line.ts'

/** A line with a day, which becomes a task of the author. */
export function NextStepField({ line, error }: { line: TaskLineState; error: string | undefined }) {
  return (
    <Field label="Next step" note="optional" error={error} hint={line.text && <DueChip line={line} />}>
      {(control) => (
        <input
          {...control}
          name="nextStep"
          placeholder="Send the term sheet Thu"
          maxLength={MOST_TASK_TITLE}
          autoComplete="off"
          value={line.text}
          onChange={({ target }) => line.type(target.value)}
          className={controlClass}
        />
      )}
    </Field>
  )
}
