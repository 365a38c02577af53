// Runs inline at the end of every finished page: once the page has been painted, it lets the full stylesheet and the scripts in.
requestAnimationFrame(() =>
  setTimeout(() => {
    for (const link of document.querySelectorAll('link[data-later]')) {
      if (link.dataset.later === 'stylesheet') link.disabled = false
      else link.rel = link.dataset.later
    }
    for (const { textContent, dataset } of document.querySelectorAll('script[data-later]')) {
      const script = document.createElement('script')
      script.type = dataset.later
      script.textContent = textContent
      document.head.append(script)
      script.remove()
    }
  }),
)
