import { Button } from '@sherpa/ui/button'
import { controlClass } from '@sherpa/ui/field'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { questionAddress } from './question-address.ts'

/** Asks Sonar. The answer opens by its address. */
export function QuestionForm({
  question = '',
  example,
  autoFocus = false,
}: {
  question?: string
  example?: string | undefined
  autoFocus?: boolean
}) {
  const { id } = useOrganization()
  const [typed, setTyped] = useState(question)
  const navigate = useNavigate()
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim()) void navigate(questionAddress(id, typed))
        }}
        className="flex gap-2"
      >
        <input
          type="text"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          aria-label="Ask Sonar"
          placeholder={example ? `Ask Sonar: ${example}` : 'Ask Sonar'}
          maxLength={300}
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
    </search>
  )
}
