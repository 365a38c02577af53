import { LoadingNote } from '@sherpa/ui/loading-note'
import { MessageBox } from '@sherpa/ui/message-box'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'

/** A form whose script loads when its dialog opens. */
export function lazyForm<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Form = lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => NotLoaded) }))
  return function LazyForm(props: Props) {
    return (
      <Suspense fallback={<LoadingNote />}>
        <FirstFieldFocused>
          <Form {...props} />
        </FirstFieldFocused>
      </Suspense>
    )
  }
}

/** A dialog focuses its first field when it opens. It had none then. */
function FirstFieldFocused({ children }: { children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement instanceof HTMLDialogElement) {
      form.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
    }
  }, [])
  return <div ref={form}>{children}</div>
}

function NotLoaded() {
  return (
    <MessageBox
      message={{ kind: 'error', text: 'The form could not be loaded. Check your connection and reload the page.' }}
    />
  )
}
