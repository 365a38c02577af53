import { MessageBox } from '@sherpa/ui/message-box'

/** What went wrong with a form as a whole. It is always there, to be heard; while it is silent it takes no room among the fields. */
export function PlainFormMessage({ failure }: { failure: string | undefined }) {
  return (
    <div className="not-has-[p]:absolute">
      <MessageBox message={failure ? { kind: 'error', text: failure } : undefined} />
    </div>
  )
}
