# Verification of the kernels of a target.
#
#   list(APPEND CMAKE_MODULE_PATH path/to/integration/cmake)
#   include(Warpproof)
#   warpproof_check(target [ALL] [TEST] [FAIL_ON inconclusive|refuted|never] [OPTIONS option...])
#
# makes the target `target_warpproof`, which runs `warpproof check` on the CUDA and OpenCL sources of `target`, with its
# include directories and definitions, when a source has changed. With ALL it is part of the default build, and with TEST
# there is a test `target_warpproof` for ctest. FAIL_ON is `refuted` unless given. WARPPROOF_EXECUTABLE is the program.
include_guard(GLOBAL)

find_program(WARPPROOF_EXECUTABLE warpproof DOC "The program warpproof")

function(warpproof_check target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL;TEST" "FAIL_ON" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "warpproof_check: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "warpproof_check: `${target}` is no target")
  endif()
  if(NOT WARPPROOF_EXECUTABLE)
    message(FATAL_ERROR "warpproof_check: the program warpproof was not found; install it (docs/install.md), or set "
                        "WARPPROOF_EXECUTABLE")
  endif()
  if(NOT arg_FAIL_ON)
    set(arg_FAIL_ON refuted)
  endif()

  get_target_property(listed ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(type ${target} TYPE)
  set(sources)
  foreach(source IN LISTS listed)
    if(source MATCHES "\\.(cu|cl|ocl)$")
      get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${folder}")
      list(APPEND sources "${path}")
    endif()
  endforeach()
  if(NOT sources)
    message(FATAL_ERROR "warpproof_check: `${target}` has no CUDA or OpenCL sources")
  endif()

  set(prefix "")
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(prefix "INTERFACE_")
  endif()
  set(includes "$<TARGET_PROPERTY:${target},${prefix}INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},${prefix}COMPILE_DEFINITIONS>")
  set(command
      "${WARPPROOF_EXECUTABLE}" check "--fail-on=${arg_FAIL_ON}" ${arg_OPTIONS}
      "$<$<BOOL:${includes}>:-I$<JOIN:${includes},$<SEMICOLON>-I>>"
      "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>"
      -- ${sources})

  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}_warpproof.stamp")
  set(headers)
  foreach(source IN LISTS listed)
    if(source MATCHES "\\.(cuh|h|hpp|hh|inl)$")
      get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${folder}")
      list(APPEND headers "${path}")
    endif()
  endforeach()
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND ${command}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${sources} ${headers}
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    COMMENT "Verifying the kernels of ${target}"
    COMMAND_EXPAND_LISTS VERBATIM)
  set(all)
  if(arg_ALL)
    set(all ALL)
  endif()
  add_custom_target(${target}_warpproof ${all} DEPENDS "${stamp}")
  if(arg_TEST)
    add_test(NAME ${target}_warpproof COMMAND ${command} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}" COMMAND_EXPAND_LISTS)
  endif()
endfunction()
