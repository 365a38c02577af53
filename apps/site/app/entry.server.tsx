import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** Runs at build time only. It waits for the whole page, so that the HTML needs no scripts to put itself together. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
) {
  const page = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    // However large a part is, it stands in its place: otherwise a script would have to move it there.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      throw error
    },
  })
  await page.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(page, { headers, status })
}
