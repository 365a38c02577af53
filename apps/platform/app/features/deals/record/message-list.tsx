import { messageLooks } from '@sherpa/ui/message-box'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Failure } from '../../../forms/failure.ts'

/** What to do about a refusal. */
export type Remedy = {
  /** The address of a field, which opens its editor. */
  addressOf: (field: string) => string
  solutionOf: (code: Failure['code'], onLeave: () => void) => ReactNode
}

/** A failure, its causes as links to their fields, and the button that solves it. */
export function MessageList({
  failure,
  remedy,
  onLeave,
}: {
  failure: Failure | undefined
  remedy: Remedy | undefined
  onLeave: () => void
}) {
  const solution = failure && remedy?.solutionOf(failure.code, onLeave)
  return (
    <div role="status">
      {failure && (
        <div className={`rounded-md border px-4 py-3 text-sm font-medium ${messageLooks.error}`}>
          <p>{failure.text}</p>
          {failure.fields.size > 0 && (
            <ul className="mt-1 list-disc pl-5">
              {[...failure.fields].map(([field, message]) => (
                <li key={field}>
                  {remedy ? (
                    <Link
                      to={remedy.addressOf(field)}
                      onClick={onLeave}
                      className="touch-area underline underline-offset-4"
                    >
                      {message}
                    </Link>
                  ) : (
                    message
                  )}
                </li>
              ))}
            </ul>
          )}
          {solution && <div className="mt-3 flex flex-wrap gap-2">{solution}</div>}
        </div>
      )}
    </div>
  )
}
