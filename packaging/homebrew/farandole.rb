class Farandole < Formula
  include Language::Python::Virtualenv

  desc "Sudoku of every shape and exact cover: fast, exact, a joy to read"
  homepage "https://pypi.org/project/farandole/"
  url "https://pypi.org/packages/source/f/farandole/farandole-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000" # @of the release@
  license "MIT"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "numpy"
  depends_on "python@3.14"

  # `brew update-python-resources farandole` writes the other dependencies here.

  def install
    venv = virtualenv_create(libexec, "python3.14", system_site_packages: true)
    venv.pip_install resources
    venv.pip_install_and_link buildpath
    man1.install "docs/farandole.1"
    generate_completions_from_executable(bin/"farandole", shell_parameter_format: "--completion=")
  end

  test do
    system libexec/"bin/python", "-m", "farandole.selftest"
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert_match "One solution", shell_output("#{bin}/farandole #{line}")
  end
end
