/** Colors of success and error, also for toasts. */
export const messageLooks = {
  success: 'border-success bg-success-pale text-success',
  error: 'border-error bg-error-pale text-error',
}

/** Spec §8: success in green, errors in red. The live region is always rendered, so that changes are announced. */
export function MessageBox({ message }: { message: { kind: keyof typeof messageLooks; text: string } | undefined }) {
  return (
    <div role="status">
      {message && (
        <p className={`rounded-md border px-4 py-3 text-sm font-medium ${messageLooks[message.kind]}`}>
          {message.text}
        </p>
      )}
    </div>
  )
}
