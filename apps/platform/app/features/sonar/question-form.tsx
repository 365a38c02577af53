import { newSearch } from '@sherpa/contracts/sonar/answer'
import { fieldErrors } from '@sherpa/contracts/text'
import { Button } from '@sherpa/ui/button'
import { controlClass } from '@sherpa/ui/field'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { questionAddress } from './question-address.ts'

/** Asks Sonar. The answer opens by its address. */
export function QuestionForm({
  question = '',
  onType,
  autoFocus = false,
}: {
  question?: string
  /** Set if the text also finds athletes. */
  onType?: ((typed: string) => void) | undefined
  autoFocus?: boolean
}) {
  const { id } = useOrganization()
  const [typed, setTyped] = useState(question)
  const [error, setError] = useState<string>()
  const errorId = useId()
  const navigate = useNavigate()
  const label = onType ? 'Find an athlete or ask Sonar' : 'Ask Sonar'
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!typed.trim()) return
          const problem = fieldErrors(newSearch, { question: typed }).get('question')
          setError(problem)
          if (!problem) void navigate(questionAddress(id, typed))
        }}
        className="flex gap-2"
      >
        <input
          type="text"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setError(undefined)
            onType?.(target.value)
          }}
          aria-label={label}
          placeholder={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
          autoComplete="off"
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: opened by the Edit button
          autoFocus={autoFocus}
          className={`${controlClass} min-w-0 flex-1`}
        />
        <Button type="submit" look="secondary">
          Ask
        </Button>
      </form>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-sm font-medium text-error">
          {error}
        </p>
      )}
    </search>
  )
}
