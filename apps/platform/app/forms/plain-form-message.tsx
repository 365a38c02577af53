import { MessageBox } from '@sherpa/ui/message-box'

/** The error of a form. Always mounted, so that screen readers announce it; empty, it takes no space. */
export function PlainFormMessage({ failure }: { failure: string | undefined }) {
  return (
    <div className="not-has-[p]:absolute">
      <MessageBox message={failure ? { kind: 'error', text: failure } : undefined} />
    </div>
  )
}
