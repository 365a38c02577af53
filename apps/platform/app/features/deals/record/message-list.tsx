import { messageLooks } from '@sherpa/ui/message-box'

/** A failure and the list of its causes. */
export function MessageList({ messages: [first, ...others] }: { messages: readonly string[] }) {
  return (
    <div role="status">
      {first && (
        <div className={`rounded-md border px-4 py-3 text-sm font-medium ${messageLooks.error}`}>
          <p>{first}</p>
          {others.length > 0 && (
            <ul className="mt-1 list-disc pl-5">
              {others.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}
